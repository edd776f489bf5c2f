/** Calls may nest so deep that the handler runs, and fails. */
public class StackOverflowCaught {
    static int down(int n) {
        return n == 0 ? 0 : down(n - 1);
    }

    public static void main(String[] args) {
        int n = Klew.anyInt("n");
        try {
            down(n);
        } catch (StackOverflowError e) {
            assert n < 0; // expect: assertion
        }
    }
}
