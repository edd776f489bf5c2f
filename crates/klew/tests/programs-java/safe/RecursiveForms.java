/** Recursive methods that are a polynomial of their arguments: no call by call has an end here. */
public class RecursiveForms {
    private static int turns;

    static int plus(int a, int b) {
        if (b == 0) {
            return a;
        }
        return b > 0 ? plus(a + 1, b - 1) : plus(a - 1, b + 1);
    }

    static int times(int a, int b) {
        if (b < 0) {
            return times(a, -b);
        }
        return b == 0 ? 0 : a + times(a, b - 1);
    }

    static long ackermann(int m, long n) {
        if (m == 0) {
            return n + 1;
        }
        return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
    }

    static void tower(int discs, int from, int to, int over) {
        if (discs > 0) {
            tower(discs - 1, from, over, to);
            turns++;
            tower(discs - 1, over, to, from);
        }
    }

    public static void main(String[] arguments) {
        int a = Klew.anyInt();
        int b = Klew.anyInt();
        if (b >= 0) {
            assert plus(a, b) == a + b;
            assert times(a, b) == a * b;
        }
        long n = Klew.anyInt();
        if (n >= 0) {
            assert ackermann(2, n) == 2 * n + 3;
        }
        tower(20, 1, 2, 3);
        assert turns == (1 << 20) - 1;
    }
}
