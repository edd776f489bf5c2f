package java.lang;

import klew.runtime.Intrinsics;
import klew.runtime.Logarithms;
import klew.runtime.Precise;

/**
 * What `Math` and `StrictMath` have beyond arithmetic. Of numbers that the engine knows the result is the neighbour of the
 * true one on either side, as far as the specification allows (most within 1 ulp), and exact where a double holds it:
 * implementations err by less than that. Of other numbers it is any in the function's range.
 */
final class Functions {
    /** Results this close to a double, relatively, are taken to be that double. */
    private static final double EXACT = 0x1p-80;
    /** Below, sine, tangent, eˣ − 1 and their like do not differ from their argument by more than that. */
    private static final double TINY = 0x1p-200;
    /** The largest argument of series of eˣ. */
    private static final double MOST_EXPONENT = 700;

    private Functions() {}

    /** A result: one of the two neighbours, or of so many more on either side. */
    private static double near(Precise value, double result, int more) {
        double high = value.high;
        if (more == 0 && isExact(value)) {
            return high;
        }
        double least = value.low < 0 ? Math.nextDown(high) : high;
        double most = value.low > 0 ? Math.nextUp(high) : high;
        for (int i = 0; i < more; i++) {
            least = Math.nextDown(least);
            most = Math.nextUp(most);
        }
        return among(least, result, most);
    }

    /**
     * One of the few doubles from `least` to `most`, by the bits of an input. So nothing has to be decided here, and what is
     * only kept costs nothing.
     */
    private static double among(double least, double result, double most) {
        long inner = Intrinsics.doubleToBits(least > 0 ? least : most);
        long others = Intrinsics.doubleToBits(least > 0 ? most : least) - inner;
        if (others < 1 || others > 3) {
            return between(least, result, most);
        }
        // One more where there are three, so that a mask does.
        long which = Intrinsics.doubleToBits(result) & (others == 2 ? 3 : others);
        return Intrinsics.bitsToDouble(inner + which);
    }

    private static boolean isExact(Precise value) {
        return Intrinsics.abs(value.low) <= Intrinsics.abs(value.high) * EXACT;
    }

    /** A result of which another implementation gave a neighbour of the true value. */
    private static double beside(double other, double result) {
        return among(Math.nextDown(other), result, Math.nextUp(other));
    }

    private static double between(double least, double result, double most) {
        Intrinsics.assume(result >= least && result <= most);
        return result;
    }

    private static Precise signed(Precise size, double sign) {
        return sign < 0 ? size.negated() : size;
    }

    static double sin(double a) {
        if (a != a || a == 0) {
            return a;
        }
        if (Double.isInfinite(a)) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.sin");
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) < TINY) {
            return a;
        }
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) <= Precise.MOST_ANGLE) {
            return near(Precise.sine(a, 0), result, 0);
        }
        return between(-1, result, 1);
    }

    static double cos(double a) {
        if (a == 0) {
            return 1.0;
        }
        if (!Double.isFinite(a)) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.cos");
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) <= Precise.MOST_ANGLE) {
            return near(Precise.sine(a, 1), result, 0);
        }
        return between(-1, result, 1);
    }

    static double tan(double a) {
        if (a != a || a == 0) {
            return a;
        }
        if (Double.isInfinite(a)) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.tan");
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) < TINY) {
            return a;
        }
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) <= Precise.MOST_ANGLE) {
            return near(Precise.sine(a, 0).over(Precise.sine(a, 1)), result, 0);
        }
        return result;
    }

    static double asin(double a) {
        if (a != a || a == 0) {
            return a;
        }
        if (a > 1 || a < -1) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.asin");
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) < TINY) {
            return a;
        }
        if (Intrinsics.isKnown(a)) {
            double size = Intrinsics.abs(a);
            return near(signed(size == 1 ? Precise.halfCircle().scaled(0.5) : Precise.arcSine(size), a), result, 0);
        }
        return between(-1.6, result, 1.6);
    }

    static double acos(double a) {
        if (a == 1) {
            return 0.0;
        }
        if (!(a <= 1 && a >= -1)) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.acos");
        if (Intrinsics.isKnown(a)) {
            return near(a == -1 ? Precise.halfCircle() : Precise.arcCosine(a), result, 0);
        }
        return between(0, result, 3.2);
    }

    static double atan(double a) {
        if (a != a || a == 0) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.atan");
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) < TINY) {
            return a;
        }
        if (Intrinsics.isKnown(a)) {
            double size = Intrinsics.abs(a);
            Precise angle = size > 0x1p200 ? Precise.halfCircle().scaled(0.5) : Precise.arcTangent(Precise.of(size));
            return near(signed(angle, a), result, 0);
        }
        return between(-1.6, result, 1.6);
    }

    static double atan2(double y, double x) {
        if (y != y || x != x) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.atan2");
        if (!Intrinsics.isKnown(y) || !Intrinsics.isKnown(x)) {
            return between(-3.2, result, 3.2);
        }
        boolean left = Intrinsics.copySign(1.0, x) < 0;
        boolean vanishes = y == 0 || Double.isInfinite(x) && !Double.isInfinite(y);
        if (vanishes && !left) {
            return Intrinsics.copySign(0.0, y);
        }
        double height = Intrinsics.abs(y);
        double width = Intrinsics.abs(x);
        if (!vanishes && !left && height / width < 0x1p-200) {
            return Intrinsics.copySign(beside(height / width, Intrinsics.abs(result)), y);
        }
        Precise angle = Precise.of(0);
        if (x == 0 && y != 0 || height / width > 0x1p200) {
            angle = Precise.halfCircle().scaled(0.5);
        } else if (Double.isInfinite(y) && Double.isInfinite(x)) {
            angle = Precise.halfCircle().scaled(0.25);
        } else if (!vanishes && height / width >= 0x1p-200) {
            angle = Precise.arcTangent(Precise.of(height).over(Precise.of(width)));
        }
        return near(signed(left ? angle.fromHalfCircle() : angle, Intrinsics.copySign(1.0, y)), result, 1);
    }

    static double exp(double a) {
        if (a == 0) {
            return 1.0;
        }
        if (a != a || a == Double.POSITIVE_INFINITY) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.exp");
        if (Intrinsics.isKnown(a)) {
            return exp(a, result);
        }
        Intrinsics.assume(result >= 0);
        return result;
    }

    private static double exp(double a, double result) {
        if (Intrinsics.abs(a) <= MOST_EXPONENT) {
            return near(Precise.exponential(Precise.of(a)), result, 0);
        }
        double other = FdLibm.Exp.compute(a);
        return other == 0 || Double.isInfinite(other) ? other : beside(other, result);
    }

    static double expm1(double a) {
        if (a != a || a == 0) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.expm1");
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) < TINY) {
            return a;
        }
        if (Intrinsics.isKnown(a)) {
            if (a < -MOST_EXPONENT) {
                return -1;
            }
            return a > MOST_EXPONENT ? exp(a, result)
                    : near(Precise.exponentialLessOne(Precise.of(a)), result, 0);
        }
        Intrinsics.assume(result >= -1);
        return result;
    }

    static double log(double a) {
        if (a == 1) {
            return 0.0;
        }
        if (a == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        if (!(a > 0)) {
            return Double.NaN;
        }
        if (a == Double.POSITIVE_INFINITY) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.log");
        if (Intrinsics.isKnown(a)) {
            double small = Logarithms.small(a);
            return small != 0 ? small : near(Precise.logarithm(Precise.of(a)), result, 0);
        }
        return between(-746, result, 710);
    }

    static double log10(double a) {
        if (a == 1) {
            return 0.0;
        }
        if (a == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        if (!(a > 0)) {
            return Double.NaN;
        }
        if (a == Double.POSITIVE_INFINITY) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.log10");
        if (Intrinsics.isKnown(a)) {
            Precise log = Precise.decimalLogarithm(a);
            // Powers of ten are exact by specification; else some implementations err by a little more than 1 ulp.
            return isExact(log) ? log.high : near(log, result, 1);
        }
        return between(-324, result, 309);
    }

    static double log1p(double a) {
        if (a != a || a == 0 || a == Double.POSITIVE_INFINITY) {
            return a;
        }
        if (a <= -1) {
            return a == -1 ? Double.NEGATIVE_INFINITY : Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.log1p");
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) < TINY) {
            return a;
        }
        if (Intrinsics.isKnown(a)) {
            return near(Precise.logarithmOfOneMore(a), result, 0);
        }
        return between(-746, result, 710);
    }

    static double cbrt(double a) {
        if (a != a || a == 0 || Double.isInfinite(a)) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.cbrt");
        if (Intrinsics.isKnown(a)) {
            double other = FdLibm.Cbrt.compute(a);
            Precise square = Precise.product(other, other);
            Precise rest = square.times(Precise.of(other)).minus(Precise.of(a));
            return rest.high == 0 && rest.low == 0 ? other : beside(other, result);
        }
        Intrinsics.assume(result > 0 == a > 0);
        return result;
    }

    /** Sinh, cosh and tanh may err by 2.5 ulp. */
    static double sinh(double a) {
        if (a != a || a == 0 || Double.isInfinite(a)) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.sinh");
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) < TINY) {
            return a;
        }
        double size = Intrinsics.abs(a);
        if (Intrinsics.isKnown(a) && size <= MOST_EXPONENT) {
            Precise grown = Precise.exponentialLessOne(Precise.of(size));
            Precise twice = grown.plus(grown.over(grown.plus(Precise.of(1))));
            return near(signed(twice.scaled(0.5), a), result, 2);
        }
        Intrinsics.assume(result > 0 == a > 0);
        return result;
    }

    static double cosh(double a) {
        if (a == 0) {
            return 1.0;
        }
        if (a != a || Double.isInfinite(a)) {
            return Intrinsics.abs(a);
        }
        double result = Intrinsics.approximateDouble("Math.cosh");
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) <= MOST_EXPONENT) {
            Precise power = Precise.exponential(Precise.of(Intrinsics.abs(a)));
            return near(power.plus(Precise.of(1).over(power)).scaled(0.5), result, 2);
        }
        Intrinsics.assume(result >= 1);
        return result;
    }

    static double tanh(double a) {
        if (a != a || a == 0) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.tanh");
        if (Intrinsics.isKnown(a) && Intrinsics.abs(a) < TINY) {
            return a;
        }
        double size = Intrinsics.abs(a);
        if (Intrinsics.isKnown(a)) {
            Precise grown = Precise.exponentialLessOne(Precise.of(2 * Math.min(size, 100)));
            near(signed(grown.over(grown.plus(Precise.of(2))), a), result, 2);
        }
        return between(-1, result, 1);
    }

    static double hypot(double a, double b) {
        if (Double.isInfinite(a) || Double.isInfinite(b)) {
            return Double.POSITIVE_INFINITY;
        }
        if (a != a || b != b) {
            return Double.NaN;
        }
        if (a == 0) {
            return Intrinsics.abs(b);
        }
        if (b == 0) {
            return Intrinsics.abs(a);
        }
        double result = Intrinsics.approximateDouble("Math.hypot");
        if (Intrinsics.isKnown(a) && Intrinsics.isKnown(b)) {
            double other = FdLibm.Hypot.compute(a, b);
            boolean small = other > 0x1p-400 && other < 0x1p400;
            Precise rest = Precise.product(a, a).plus(Precise.product(b, b)).minus(Precise.product(other, other));
            return Double.isInfinite(other) || small && rest.high == 0 && rest.low == 0
                    ? other : beside(other, result);
        }
        Intrinsics.assume(result >= 0);
        return result;
    }

    /** A power whose arguments are known and whose result is no special case. */
    static double pow(double base, double exponent, double result) {
        double other = FdLibm.Pow.compute(base, exponent);
        boolean powerOfTwo = Intrinsics.doubleToBits(base) << 12 == 0 && Intrinsics.rint(exponent) == exponent;
        if (other != other || other == 0 || Double.isInfinite(other) || powerOfTwo) {
            return other;
        }
        Precise log = Precise.logarithm(Precise.of(Intrinsics.abs(base)));
        if (Intrinsics.abs(log.high * exponent) > MOST_EXPONENT) {
            return beside(other, result);
        }
        return near(signed(Precise.exponential(log.times(Precise.of(exponent))), other), result, 0);
    }
}
