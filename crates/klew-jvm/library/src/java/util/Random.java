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

    public Random() {}

    public Random(long seed) {
        setSeed(seed);
    }

    public synchronized void setSeed(long seed) {
        seeded = true;
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
        throw Intrinsics.unsupported("Random.nextInt(int, int) with a seed");
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
        return Intrinsics.approximateDouble("Random.nextGaussian");
    }

    public IntStream ints(long count) {
        return IntStream.generate(this::nextInt).limit(count);
    }

    public IntStream ints(long count, int origin, int bound) {
        return IntStream.generate(() -> origin + nextInt(bound - origin)).limit(count);
    }

    public LongStream longs(long count) {
        return LongStream.generate(this::nextLong).limit(count);
    }

    public DoubleStream doubles(long count) {
        return DoubleStream.generate(this::nextDouble).limit(count);
    }
}
