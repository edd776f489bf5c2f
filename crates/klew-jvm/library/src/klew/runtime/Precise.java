package klew.runtime;

/**
 * A number as a sum of two: about 104 bits, to find the two neighbours of a result that no double holds. Functions are
 * power series after the argument was made small; only for numbers that the engine knows.
 */
public final class Precise {
    private static final Precise ONE = new Precise(1, 0);
    private static final Precise LN_2 = new Precise(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
    private static final Precise LN_10 = new Precise(0x1.26bb1bbb55516p1, -0x1.f48ad494ea3e9p-53);
    private static final Precise HALF_PI = new Precise(0x1.921fb54442d18p0, 0x1.1a62633145c07p-54);
    /** What the two parts of `HALF_PI` leave: the third and the fourth part. */
    private static final double HALF_PI_3 = -0x1.f1976b7ed8fbcp-110;
    private static final double HALF_PI_4 = 0x1.4cf98e804177dp-164;
    /** Up to here multiples of half a circle are exact enough. */
    public static final double MOST_ANGLE = 0x1p20;

    public final double high;
    public final double low;

    Precise(double high, double low) {
        this.high = high;
        this.low = low;
    }

    public static Precise of(double value) {
        return new Precise(value, 0);
    }

    /** a + b without an error. */
    public static Precise sum(double a, double b) {
        double sum = a + b;
        double part = sum - a;
        return new Precise(sum, a - (sum - part) + (b - part));
    }

    /** a · b without an error, unless it underflows. */
    public static Precise product(double a, double b) {
        double product = a * b;
        return new Precise(product, Intrinsics.fma(a, b, -product));
    }

    public Precise plus(Precise other) {
        Precise first = sum(high, other.high);
        Precise second = sum(low, other.low);
        Precise all = sum(first.high, first.low + second.high);
        return sum(all.high, all.low + second.low);
    }

    public Precise minus(Precise other) {
        return plus(other.negated());
    }

    public Precise negated() {
        return new Precise(-high, -low);
    }

    public Precise times(Precise other) {
        Precise all = product(high, other.high);
        return sum(all.high, all.low + (high * other.low + low * other.high));
    }

    public Precise over(Precise other) {
        double first = high / other.high;
        Precise rest = minus(other.times(of(first)));
        double second = rest.high / other.high;
        rest = rest.minus(other.times(of(second)));
        return sum(first, second).plus(of(rest.high / other.high));
    }

    /** Times a power of two. */
    public Precise scaled(double power) {
        return new Precise(high * power, low * power);
    }

    public Precise root() {
        if (high == 0) {
            return this;
        }
        double first = Intrinsics.sqrt(high);
        Precise rest = minus(product(first, first));
        Precise second = sum(first, rest.high / (2 * first));
        rest = minus(second.times(second));
        return second.plus(of(rest.high / (2 * first)));
    }

    /** Σ xⁿ / n! from n = 1 on, for |x| < 0.4. */
    private static Precise exponentialSeries(Precise x) {
        Precise term = x;
        Precise all = x;
        for (int n = 2; n <= 26; n++) {
            term = term.times(x).over(of(n));
            all = all.plus(term);
        }
        return all;
    }

    /** Of |x| ≤ 700. */
    public static Precise exponential(Precise x) {
        double power = Intrinsics.rint(x.high / LN_2.high);
        Precise rest = x.minus(LN_2.times(of(power)));
        return ONE.plus(exponentialSeries(rest)).scaled(powerOfTwo((int) power));
    }

    /** eˣ − 1. */
    public static Precise exponentialLessOne(Precise x) {
        return Intrinsics.abs(x.high) < 0.35 ? exponentialSeries(x) : exponential(x).minus(ONE);
    }

    public static double powerOfTwo(int exponent) {
        return Intrinsics.bitsToDouble((long) (exponent + 1023) << 52);
    }

    /** 2 · artanh(s), for |s| < 0.2. */
    private static Precise logarithmSeries(Precise s) {
        Precise square = s.times(s);
        Precise power = s;
        Precise all = s;
        for (int n = 3; n <= 47; n += 2) {
            power = power.times(square);
            all = all.plus(power.over(of(n)));
        }
        return all.scaled(2);
    }

    /** The natural logarithm of a positive number. */
    public static Precise logarithm(Precise x) {
        if (x.high < 0x1p-900 || x.high > 0x1p900) {
            int shift = x.high < 1 ? 200 : -200;
            return logarithm(x.scaled(powerOfTwo(shift))).minus(LN_2.times(of(shift)));
        }
        int exponent = (int) (Intrinsics.doubleToBits(x.high) >>> 52) - 1023;
        Precise fraction = x.scaled(powerOfTwo(-exponent));
        if (fraction.high > 1.4) {
            fraction = fraction.scaled(0.5);
            exponent++;
        }
        Precise log = logarithmSeries(fraction.minus(ONE).over(fraction.plus(ONE)));
        return exponent == 0 ? log : log.plus(LN_2.times(of(exponent)));
    }

    public static Precise decimalLogarithm(double x) {
        return logarithm(of(x)).over(LN_10);
    }

    /** ln(1 + x). */
    public static Precise logarithmOfOneMore(double x) {
        if (Intrinsics.abs(x) < 0.4) {
            return logarithmSeries(of(x).over(sum(2, x)));
        }
        return logarithm(sum(1, x));
    }

    /** Of the angle x: sine, or with another quarter turn cosine. */
    public static Precise sine(double x, int quarters) {
        double turns = Intrinsics.rint(x / HALF_PI.high);
        Precise rest = reduced(x, turns);
        int quarter = (int) ((long) turns + quarters) & 3;
        Precise value = (quarter & 1) == 0 ? sineSeries(rest) : cosineSeries(rest);
        return quarter < 2 ? value : value.negated();
    }

    private static Precise reduced(double x, double turns) {
        Precise first = product(turns, HALF_PI.high);
        Precise rest = sum(x - first.high, -first.low);
        rest = rest.minus(product(turns, HALF_PI.low));
        rest = rest.minus(product(turns, HALF_PI_3));
        return rest.minus(product(turns, HALF_PI_4));
    }

    private static Precise sineSeries(Precise x) {
        return alternating(x, x.times(x), 2);
    }

    private static Precise cosineSeries(Precise x) {
        return alternating(ONE, x.times(x), 1);
    }

    /** The first term, and each next one times −x² / (n · (n + 1)). */
    private static Precise alternating(Precise first, Precise square, int start) {
        Precise term = first;
        Precise all = first;
        for (int n = start; n <= start + 26; n += 2) {
            term = term.times(square).over(of(-n * (n + 1.0)));
            all = all.plus(term);
        }
        return all;
    }

    /** The angle whose tangent is x ≥ 0. */
    public static Precise arcTangent(Precise x) {
        if (x.high > 1) {
            return HALF_PI.minus(arcTangent(ONE.over(x)));
        }
        Precise small = x;
        for (int i = 0; i < 3; i++) {
            small = small.over(ONE.plus(ONE.plus(small.times(small)).root()));
        }
        Precise square = small.times(small);
        Precise power = small;
        Precise all = small;
        for (int n = 3; n <= 37; n += 2) {
            power = power.times(square).negated();
            all = all.plus(power.over(of(n)));
        }
        return all.scaled(8);
    }

    /** Of 0 < x < 1. */
    public static Precise arcSine(double x) {
        return arcTangent(of(x).over(sum(1, -x).times(sum(1, x)).root()));
    }

    /** Of −1 < x < 1. */
    public static Precise arcCosine(double x) {
        return arcTangent(sum(1, -x).over(sum(1, x)).root()).scaled(2);
    }

    /** Half a circle less this. */
    public Precise fromHalfCircle() {
        return HALF_PI.scaled(2).minus(this);
    }

    public static Precise halfCircle() {
        return HALF_PI.scaled(2);
    }
}
