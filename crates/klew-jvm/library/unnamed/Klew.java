import klew.runtime.Intrinsics;

/**
 * Inputs of a program for klew. Run by a JVM, the values are those in the file that the system property `klew.inputs` names,
 * and zero where there are none.
 */
public final class Klew {
    private Klew() {}

    /** `true` or `false`. */
    public static boolean anyBoolean() {
        return Intrinsics.inputBoolean();
    }

    /** Any `byte`. */
    public static byte anyByte() {
        return Intrinsics.inputByte();
    }

    /** Any `char`. */
    public static char anyChar() {
        return Intrinsics.inputChar();
    }

    /** Any `short`. */
    public static short anyShort() {
        return Intrinsics.inputShort();
    }

    /** Any `int`. */
    public static int anyInt() {
        return Intrinsics.inputInt();
    }

    /** Any `long`. */
    public static long anyLong() {
        return Intrinsics.inputLong();
    }

    /** Any `float`, also infinite or not a number. */
    public static float anyFloat() {
        return Intrinsics.inputFloat();
    }

    /** Any `double`, also infinite or not a number. */
    public static double anyDouble() {
        return Intrinsics.inputDouble();
    }

    /** Any value from `low` to `high`, both included. */
    public static int anyInt(int low, int high) {
        int value = anyInt();
        assume(low <= value && value <= high);
        return value;
    }

    /** Any string. */
    public static String anyString() {
        int length = Intrinsics.inputInt();
        Intrinsics.assume(length >= 0);
        return string(length);
    }

    /** Any string of that length. */
    public static String anyString(int length) {
        return string(length);
    }

    private static String string(int length) {
        char[] content = new char[length];
        Intrinsics.inputChars(content);
        return klew.runtime.Inputs.string(content);
    }

    /** Runs in which the condition is false do not count. */
    public static void assume(boolean condition) {
        Intrinsics.assume(condition);
    }
}
