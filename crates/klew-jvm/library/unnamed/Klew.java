import klew.runtime.Inputs;
import klew.runtime.Intrinsics;

/** The inputs of programs written for klew; the names given to them are for readers only. */
public final class Klew {
    private Klew() {}

    public static void assume(boolean condition) {
        Intrinsics.assume(condition);
    }

    public static boolean anyBoolean() {
        return Intrinsics.inputBoolean();
    }

    public static boolean anyBoolean(String name) {
        return Intrinsics.inputBoolean();
    }

    public static byte anyByte() {
        return Intrinsics.inputByte();
    }

    public static byte anyByte(String name) {
        return Intrinsics.inputByte();
    }

    public static char anyChar() {
        return Intrinsics.inputChar();
    }

    public static char anyChar(String name) {
        return Intrinsics.inputChar();
    }

    public static short anyShort() {
        return Intrinsics.inputShort();
    }

    public static short anyShort(String name) {
        return Intrinsics.inputShort();
    }

    public static int anyInt() {
        return Intrinsics.inputInt();
    }

    public static int anyInt(String name) {
        return Intrinsics.inputInt();
    }

    public static long anyLong() {
        return Intrinsics.inputLong();
    }

    public static long anyLong(String name) {
        return Intrinsics.inputLong();
    }

    public static float anyFloat() {
        return Intrinsics.inputFloat();
    }

    public static float anyFloat(String name) {
        return Intrinsics.inputFloat();
    }

    public static double anyDouble() {
        return Intrinsics.inputDouble();
    }

    public static double anyDouble(String name) {
        return Intrinsics.inputDouble();
    }

    public static String anyString() {
        int length = Intrinsics.inputInt();
        char[] content = Inputs.characters(length);
        if (content.length > 0) {
            Intrinsics.inputChars(content);
        }
        return Inputs.string(content);
    }

    public static String anyString(String name) {
        int length = Intrinsics.inputInt();
        char[] content = Inputs.characters(length);
        if (content.length > 0) {
            Intrinsics.inputChars(content);
        }
        return Inputs.string(content);
    }
}
