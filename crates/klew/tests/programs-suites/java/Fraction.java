/** Fractions of small numbers. */
// suite: --entry Fraction.reduced; --entry Fraction.compareTo
public class Fraction {
    private int top;
    private int bottom;

    private static int divisor(int a, int b) {
        while (b != 0) {
            int rest = a % b;
            a = b;
            b = rest;
        }
        return a;
    }

    /** The same with the smallest numbers. */
    Fraction reduced() {
        if (bottom == 0) {
            throw new ArithmeticException("no fraction");
        }
        if (top < -20 || top > 20 || bottom < -20 || bottom > 20) {
            return this;
        }
        int by = divisor(top < 0 ? -top : top, bottom < 0 ? -bottom : bottom);
        Fraction reduced = new Fraction();
        reduced.top = bottom < 0 ? -top / by : top / by;
        reduced.bottom = (bottom < 0 ? -bottom : bottom) / by;
        return reduced;
    }

    int compareTo(Fraction other) {
        if (other == null || bottom <= 0 || other.bottom <= 0) {
            throw new IllegalArgumentException();
        }
        long left = (long) top * other.bottom;
        long right = (long) other.top * bottom;
        if (left == right) {
            return 0;
        }
        return left < right ? -1 : 1;
    }
}
