public class FloatBug {
    public static void main(String[] args) {
        double x = Klew.anyDouble("x");
        if (x > 0.5 && x < 0.75) {
            assert x * 4 != 2.5; // expect: assertion
        }
    }
}
