/** Input for programs that klew checks: hands out recorded input. Written by klew. */
public final class Klew {
    private Klew() {}

    /** Only runs in which the condition holds are looked at. */
    public static void assume(boolean condition) {
        KlewInput.assume(condition);
    }

    public static boolean anyBoolean() {
        return KlewInput.nextBoolean();
    }

    public static boolean anyBoolean(String name) {
        return KlewInput.nextBoolean();
    }

    public static byte anyByte() {
        return KlewInput.nextByte();
    }

    public static byte anyByte(String name) {
        return KlewInput.nextByte();
    }

    public static char anyChar() {
        return KlewInput.nextChar();
    }

    public static char anyChar(String name) {
        return KlewInput.nextChar();
    }

    public static short anyShort() {
        return KlewInput.nextShort();
    }

    public static short anyShort(String name) {
        return KlewInput.nextShort();
    }

    public static int anyInt() {
        return KlewInput.nextInt();
    }

    public static int anyInt(String name) {
        return KlewInput.nextInt();
    }

    public static long anyLong() {
        return KlewInput.nextLong();
    }

    public static long anyLong(String name) {
        return KlewInput.nextLong();
    }

    public static float anyFloat() {
        return KlewInput.nextFloat();
    }

    public static float anyFloat(String name) {
        return KlewInput.nextFloat();
    }

    public static double anyDouble() {
        return KlewInput.nextDouble();
    }

    public static double anyDouble(String name) {
        return KlewInput.nextDouble();
    }

    public static String anyString() {
        return KlewInput.nextString();
    }

    public static String anyString(String name) {
        return KlewInput.nextString();
    }
}
