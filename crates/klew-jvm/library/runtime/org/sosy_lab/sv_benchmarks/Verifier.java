package org.sosy_lab.sv_benchmarks;

import klew.Replay;

/** The inputs of SV-COMP's Java tasks, with the values that klew found. */
public final class Verifier {
    private Verifier() {}

    public static void assume(boolean condition) {
        Replay.assume(condition);
    }

    public static boolean nondetBoolean() {
        return Replay.nextBoolean();
    }

    public static byte nondetByte() {
        return Replay.nextByte();
    }

    public static char nondetChar() {
        return Replay.nextChar();
    }

    public static short nondetShort() {
        return Replay.nextShort();
    }

    public static int nondetInt() {
        return Replay.nextInt();
    }

    public static long nondetLong() {
        return Replay.nextLong();
    }

    public static float nondetFloat() {
        return Replay.nextFloat();
    }

    public static double nondetDouble() {
        return Replay.nextDouble();
    }

    public static String nondetString() {
        return Replay.nextString(Replay.nextInt());
    }
}
