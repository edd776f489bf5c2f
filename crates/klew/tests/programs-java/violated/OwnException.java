public class OwnException {
    static class Broken extends RuntimeException {}

    public static void main(String[] args) {
        try {
            check(Klew.anyInt("n"));
        } catch (IllegalStateException exception) {
            System.out.println("caught");
        } finally {
            System.out.println("done");
        }
    }

    static void check(int n) {
        if (n == 99) {
            throw new Broken(); // expect: no-runtime-exception
        }
        if (n < 0) {
            throw new IllegalStateException();
        }
    }
}
