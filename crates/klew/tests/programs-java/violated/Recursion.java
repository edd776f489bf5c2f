public class Recursion {
    static int sum(int n) {
        return n <= 0 ? 0 : n + sum(n - 1);
    }

    public static void main(String[] args) {
        int n = Klew.anyInt("n");
        if (n < 8) {
            assert sum(n) != 15; // expect: assertion
        }
    }
}
