package org.sosy_lab.sv_benchmarks;

import klew.runtime.Inputs;
import klew.runtime.Intrinsics;

/** The inputs of SV-COMP's Java tasks. */
public final class Verifier {
    private Verifier() {}

    public static void assume(boolean condition) {
        Intrinsics.assume(condition);
    }

    public static boolean nondetBoolean() {
        return Intrinsics.inputBoolean();
    }

    public static byte nondetByte() {
        return Intrinsics.inputByte();
    }

    public static char nondetChar() {
        return Intrinsics.inputChar();
    }

    public static short nondetShort() {
        return Intrinsics.inputShort();
    }

    public static int nondetInt() {
        return Intrinsics.inputInt();
    }

    public static long nondetLong() {
        return Intrinsics.inputLong();
    }

    public static float nondetFloat() {
        return Intrinsics.inputFloat();
    }

    public static double nondetDouble() {
        return Intrinsics.inputDouble();
    }

    public static String nondetString() {
        int length = Intrinsics.inputInt();
        char[] content = Inputs.characters(length);
        if (content.length > 0) {
            Intrinsics.inputChars(content);
        }
        return Inputs.string(content);
    }
}
