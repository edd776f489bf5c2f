import klew.Replay;

/**
 * Inputs of a program for klew. Run by a JVM, the values are those in the file that the system property `klew.inputs` names,
 * and zero where there are none.
 */
public final class Klew {
    private Klew() {}

    /** `true` or `false`. */
    public static boolean anyBoolean() {
        return Replay.nextBoolean();
    }

    /** Any `byte`. */
    public static byte anyByte() {
        return Replay.nextByte();
    }

    /** Any `char`. */
    public static char anyChar() {
        return Replay.nextChar();
    }

    /** Any `short`. */
    public static short anyShort() {
        return Replay.nextShort();
    }

    /** Any `int`. */
    public static int anyInt() {
        return Replay.nextInt();
    }

    /** Any `long`. */
    public static long anyLong() {
        return Replay.nextLong();
    }

    /** Any `float`, also infinite or not a number. */
    public static float anyFloat() {
        return Replay.nextFloat();
    }

    /** Any `double`, also infinite or not a number. */
    public static double anyDouble() {
        return Replay.nextDouble();
    }

    /** Any value from `low` to `high`, both included. */
    public static int anyInt(int low, int high) {
        int value = anyInt();
        assume(low <= value && value <= high);
        return value;
    }

    /** Any string. */
    public static String anyString() {
        return Replay.nextString(Replay.nextInt());
    }

    /** Any string of that length. */
    public static String anyString(int length) {
        return Replay.nextString(length);
    }

    /** Runs in which the condition is false do not count. */
    public static void assume(boolean condition) {
        Replay.assume(condition);
    }
}
