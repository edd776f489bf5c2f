package java.security;

import java.util.Random;
import klew.runtime.Failures;
import klew.runtime.Intrinsics;

/** Random numbers: inputs. */
public class SecureRandom extends Random {
    public SecureRandom() {}

    public SecureRandom(byte[] seed) {
        if (seed == null) {
            throw Failures.nullReference();
        }
    }

    public static SecureRandom getInstanceStrong() throws NoSuchAlgorithmException {
        return new SecureRandom();
    }

    public String getAlgorithm() {
        throw Intrinsics.unsupported("SecureRandom.getAlgorithm");
    }

    /** A seed only adds to what the numbers depend on. */
    @Override
    public void setSeed(long seed) {}

    public void setSeed(byte[] seed) {
        if (seed == null) {
            throw Failures.nullReference();
        }
    }

    @Override
    public void nextBytes(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Intrinsics.inputByte();
        }
    }

    @Override
    public int nextInt() {
        return Intrinsics.inputInt();
    }

    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        int value = Intrinsics.inputInt();
        Intrinsics.assume(value >= 0 && value < bound);
        return value;
    }

    @Override
    public int nextInt(int origin, int bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        int value = Intrinsics.inputInt();
        Intrinsics.assume(value >= origin && value < bound);
        return value;
    }

    @Override
    protected final int next(int bits) {
        return Intrinsics.inputInt() >>> 32 - bits;
    }

    public static byte[] getSeed(int count) {
        return new SecureRandom().generateSeed(count);
    }

    public byte[] generateSeed(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("numBytes cannot be negative");
        }
        byte[] seed = new byte[count];
        nextBytes(seed);
        return seed;
    }
}
