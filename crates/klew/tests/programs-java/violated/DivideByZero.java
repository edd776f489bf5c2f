public class DivideByZero {
    public static void main(String[] args) {
        long x = Klew.anyLong("x");
        System.out.println(100 / (x - 12345678901L)); // expect: no-runtime-exception
    }
}
