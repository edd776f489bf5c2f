package java.util.concurrent;

import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import klew.runtime.Intrinsics;

/** Random numbers of a thread: inputs. */
public class ThreadLocalRandom extends Random {
    private static final String BOUND = "bound must be positive";
    private static final String ORIGIN = "bound must be greater than origin";
    private static final ThreadLocalRandom ONLY = new ThreadLocalRandom();

    private ThreadLocalRandom() {}

    public static ThreadLocalRandom current() {
        return ONLY;
    }

    @Override
    public void setSeed(long seed) {
        throw new UnsupportedOperationException();
    }

    private static void check(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    @Override
    public int nextInt() {
        return Intrinsics.inputInt();
    }

    @Override
    public int nextInt(int bound) {
        check(bound > 0, BOUND);
        int value = Intrinsics.inputInt();
        Intrinsics.assume(value >= 0 && value < bound);
        return value;
    }

    @Override
    public int nextInt(int origin, int bound) {
        check(origin < bound, ORIGIN);
        int value = Intrinsics.inputInt();
        Intrinsics.assume(value >= origin && value < bound);
        return value;
    }

    @Override
    public long nextLong() {
        return Intrinsics.inputLong();
    }

    @Override
    public long nextLong(long bound) {
        check(bound > 0, BOUND);
        long value = Intrinsics.inputLong();
        Intrinsics.assume(value >= 0 && value < bound);
        return value;
    }

    @Override
    public long nextLong(long origin, long bound) {
        check(origin < bound, ORIGIN);
        long value = Intrinsics.inputLong();
        Intrinsics.assume(value >= origin && value < bound);
        return value;
    }

    @Override
    public boolean nextBoolean() {
        return Intrinsics.inputBoolean();
    }

    @Override
    public float nextFloat() {
        float value = Intrinsics.inputFloat();
        Intrinsics.assume(value >= 0 && value < 1);
        return value;
    }

    @Override
    public float nextFloat(float bound) {
        check(bound > 0 && bound <= Float.MAX_VALUE, "bound must be finite and positive");
        float value = Intrinsics.inputFloat();
        Intrinsics.assume(value >= 0 && value < bound);
        return value;
    }

    @Override
    public float nextFloat(float origin, float bound) {
        check(origin < bound && bound - origin <= Float.MAX_VALUE, ORIGIN);
        float value = Intrinsics.inputFloat();
        Intrinsics.assume(value >= origin && value < bound);
        return value;
    }

    @Override
    public double nextDouble() {
        double value = Intrinsics.inputDouble();
        Intrinsics.assume(value >= 0 && value < 1);
        return value;
    }

    @Override
    public double nextDouble(double bound) {
        check(bound > 0 && bound <= Double.MAX_VALUE, "bound must be finite and positive");
        double value = Intrinsics.inputDouble();
        Intrinsics.assume(value >= 0 && value < bound);
        return value;
    }

    @Override
    public double nextDouble(double origin, double bound) {
        check(origin < bound && bound - origin <= Double.MAX_VALUE, ORIGIN);
        double value = Intrinsics.inputDouble();
        Intrinsics.assume(value >= origin && value < bound);
        return value;
    }

    @Override
    public double nextGaussian() {
        double value = Intrinsics.inputDouble();
        Intrinsics.assume(value > -10 && value < 10);
        return value;
    }

    @Override
    public void nextBytes(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Intrinsics.inputByte();
        }
    }

    private static void checkSize(long count) {
        check(count >= 0, "size must be non-negative");
    }

    @Override
    public IntStream ints() {
        return IntStream.generate(this::nextInt);
    }

    @Override
    public IntStream ints(long count) {
        checkSize(count);
        return ints().limit(count);
    }

    @Override
    public IntStream ints(int origin, int bound) {
        check(origin < bound, ORIGIN);
        return IntStream.generate(() -> nextInt(origin, bound));
    }

    @Override
    public IntStream ints(long count, int origin, int bound) {
        checkSize(count);
        return ints(origin, bound).limit(count);
    }

    @Override
    public LongStream longs() {
        return LongStream.generate(this::nextLong);
    }

    @Override
    public LongStream longs(long count) {
        checkSize(count);
        return longs().limit(count);
    }

    @Override
    public LongStream longs(long origin, long bound) {
        check(origin < bound, ORIGIN);
        return LongStream.generate(() -> nextLong(origin, bound));
    }

    @Override
    public LongStream longs(long count, long origin, long bound) {
        checkSize(count);
        return longs(origin, bound).limit(count);
    }

    @Override
    public DoubleStream doubles() {
        return DoubleStream.generate(this::nextDouble);
    }

    @Override
    public DoubleStream doubles(long count) {
        checkSize(count);
        return doubles().limit(count);
    }

    @Override
    public DoubleStream doubles(double origin, double bound) {
        check(origin < bound && bound - origin <= Double.MAX_VALUE, ORIGIN);
        return DoubleStream.generate(() -> nextDouble(origin, bound));
    }

    @Override
    public DoubleStream doubles(long count, double origin, double bound) {
        checkSize(count);
        return doubles(origin, bound).limit(count);
    }
}
