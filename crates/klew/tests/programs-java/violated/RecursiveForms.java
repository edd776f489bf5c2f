/** The product of two numbers, by additions, is wrong for one that is so large that they wrap around. */
public class RecursiveForms {
    static int times(int a, int b) {
        return b <= 0 ? 0 : a + times(a, b - 1);
    }

    public static void main(String[] arguments) {
        int a = Klew.anyInt();
        int b = Klew.anyInt();
        if (a > 100000 && b > 0 && b < 1000) {
            assert times(a, b) > 0; // expect: assertion
        }
    }
}
