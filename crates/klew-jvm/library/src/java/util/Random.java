package java.util;

import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import klew.runtime.Intrinsics;

/** Random numbers: with a seed, those of the documented formula; without one, inputs. */
public class Random implements RandomGenerator, java.io.Serializable {
    private boolean seeded;
    private long state;

    /** The second one of a pair of numbers that nextGaussian makes. */
    private double next;

    private boolean haveNext;

    public Random() {}

    public Random(long seed) {
        setSeed(seed);
    }

    public synchronized void setSeed(long seed) {
        seeded = true;
        haveNext = false;
        state = (seed ^ 0x5DEECE66DL) & (1L << 48) - 1;
    }

    protected int next(int bits) {
        if (!seeded) {
            return Intrinsics.inputInt() >>> 32 - bits;
        }
        state = state * 0x5DEECE66DL + 0xBL & (1L << 48) - 1;
        return (int) (state >>> 48 - bits);
    }

    /** Whether the numbers are inputs; not in subclasses, which may override `next`. */
    private boolean free() {
        return !seeded && getClass() == Random.class;
    }

    public int nextInt() {
        return free() ? Intrinsics.inputInt() : next(32);
    }

    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        if (free()) {
            int value = Intrinsics.inputInt();
            Intrinsics.assume(value >= 0 && value < bound);
            return value;
        }
        int bits = next(31);
        if ((bound & bound - 1) == 0) {
            return (int) (bound * (long) bits >> 31);
        }
        int value = bits % bound;
        while (bits - value + (bound - 1) < 0) {
            bits = next(31);
            value = bits % bound;
        }
        return value;
    }

    public int nextInt(int origin, int bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        if (free()) {
            int value = Intrinsics.inputInt();
            Intrinsics.assume(value >= origin && value < bound);
            return value;
        }
        int bits = next(32);
        int n = bound - origin;
        int mask = n - 1;
        if ((n & mask) == 0) {
            return (bits & mask) + origin;
        }
        if (n > 0) {
            int half = bits >>> 1;
            int value = half % n;
            while (half + mask - value < 0) {
                half = next(32) >>> 1;
                value = half % n;
            }
            return value + origin;
        }
        while (bits < origin || bits >= bound) {
            bits = next(32);
        }
        return bits;
    }

    public long nextLong(long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        return longBelow(0, bound);
    }

    public long nextLong(long origin, long bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return longBelow(origin, bound);
    }

    private long longBelow(long origin, long bound) {
        if (free()) {
            long value = Intrinsics.inputLong();
            Intrinsics.assume(value >= origin && value < bound);
            return value;
        }
        long bits = nextLong();
        long n = bound - origin;
        long mask = n - 1;
        if ((n & mask) == 0) {
            return (bits & mask) + origin;
        }
        if (n > 0) {
            long half = bits >>> 1;
            long value = half % n;
            while (half + mask - value < 0) {
                half = nextLong() >>> 1;
                value = half % n;
            }
            return value + origin;
        }
        while (bits < origin || bits >= bound) {
            bits = nextLong();
        }
        return bits;
    }

    public float nextFloat(float bound) {
        if (!(bound > 0 && bound < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bound must be finite and positive");
        }
        return floatBelow(0, bound);
    }

    public float nextFloat(float origin, float bound) {
        if (!(origin < bound && bound - origin < Float.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return floatBelow(origin, bound);
    }

    private float floatBelow(float origin, float bound) {
        float value = nextFloat() * (bound - origin) + origin;
        return value < bound ? value : Float.intBitsToFloat(Float.floatToIntBits(bound) - 1);
    }

    public double nextDouble(double bound) {
        if (!(bound > 0 && bound < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bound must be finite and positive");
        }
        return doubleBelow(0, bound);
    }

    public double nextDouble(double origin, double bound) {
        if (!(origin < bound && bound - origin < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return doubleBelow(origin, bound);
    }

    private double doubleBelow(double origin, double bound) {
        double value = nextDouble() * (bound - origin) + origin;
        return value < bound ? value : Double.longBitsToDouble(Double.doubleToLongBits(bound) - 1);
    }

    public long nextLong() {
        return free() ? Intrinsics.inputLong() : ((long) next(32) << 32) + next(32);
    }

    public boolean nextBoolean() {
        return free() ? Intrinsics.inputBoolean() : next(1) != 0;
    }

    public float nextFloat() {
        if (free()) {
            float value = Intrinsics.inputFloat();
            Intrinsics.assume(value >= 0 && value < 1);
            return value;
        }
        return next(24) / (float) (1 << 24);
    }

    public double nextDouble() {
        if (free()) {
            double value = Intrinsics.inputDouble();
            Intrinsics.assume(value >= 0 && value < 1);
            return value;
        }
        return (((long) next(26) << 27) + next(27)) * 0x1.0p-53;
    }

    public void nextBytes(byte[] bytes) {
        int i = 0;
        while (i < bytes.length) {
            int bits = nextInt();
            for (int k = 0; k < 4 && i < bytes.length; k++) {
                bytes[i] = (byte) bits;
                bits = bits >> 8;
                i++;
            }
        }
    }

    public synchronized double nextGaussian() {
        if (free()) {
            double value = Intrinsics.inputDouble();
            Intrinsics.assume(value > -10 && value < 10);
            return value;
        }
        if (haveNext) {
            haveNext = false;
            return next;
        }
        double a;
        double b;
        double s;
        do {
            a = 2 * nextDouble() - 1;
            b = 2 * nextDouble() - 1;
            s = a * a + b * b;
        } while (s >= 1 || s == 0);
        double factor = StrictMath.sqrt(-2 * StrictMath.log(s) / s);
        next = b * factor;
        haveNext = true;
        return a * factor;
    }

    public IntStream ints() {
        return IntStream.generate(this::nextInt);
    }

    public IntStream ints(long count) {
        checkSize(count);
        return ints().limit(count);
    }

    public IntStream ints(int origin, int bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return IntStream.generate(() -> nextInt(origin, bound));
    }

    public IntStream ints(long count, int origin, int bound) {
        checkSize(count);
        return ints(origin, bound).limit(count);
    }

    public LongStream longs() {
        return LongStream.generate(this::nextLong);
    }

    public LongStream longs(long count) {
        checkSize(count);
        return longs().limit(count);
    }

    public LongStream longs(long origin, long bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return LongStream.generate(() -> nextLong(origin, bound));
    }

    public LongStream longs(long count, long origin, long bound) {
        checkSize(count);
        return longs(origin, bound).limit(count);
    }

    public DoubleStream doubles() {
        return DoubleStream.generate(this::nextDouble);
    }

    public DoubleStream doubles(long count) {
        checkSize(count);
        return doubles().limit(count);
    }

    public DoubleStream doubles(double origin, double bound) {
        if (!(origin < bound && bound - origin < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        return DoubleStream.generate(() -> nextDouble(origin, bound));
    }

    public DoubleStream doubles(long count, double origin, double bound) {
        checkSize(count);
        return doubles(origin, bound).limit(count);
    }

    private static void checkSize(long count) {
        if (count < 0) {
            throw new IllegalArgumentException("size must be non-negative");
        }
    }
}
