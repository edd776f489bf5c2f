import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Hands out the values of input.txt, which lies beside this class, in their order. Written by klew.
 *
 * <p>A line of input.txt is a kind (int, char, String, ...), its bits in hexadecimal, and a remark.
 */
public final class KlewInput {
    /** The exit code of a run in which an assumption does not hold. */
    private static final int ASSUMPTION = 77;

    /** The exit code of a run that asks for other inputs than there are. */
    private static final int OTHER_INPUT = 78;

    private static BufferedReader lines;
    private static int line;

    private KlewInput() {}

    private static long next(String kind) {
        return Long.parseUnsignedLong(bits(kind), 16);
    }

    private static synchronized String bits(String kind) {
        String text = nextLine();
        line++;
        if (text == null) {
            throw end(OTHER_INPUT, "a further input is asked for: " + kind);
        }
        String[] words = text.split(" ");
        if (words.length < 2 || !words[0].equals(kind)) {
            throw end(OTHER_INPUT, "line " + line + " of input.txt is no " + kind + ": " + text);
        }
        return words[1];
    }

    private static String nextLine() {
        try {
            if (lines == null) {
                InputStream stream = KlewInput.class.getResourceAsStream("/input.txt");
                if (stream == null) {
                    throw end(OTHER_INPUT, "there is no input.txt on the class path");
                }
                lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
            }
            return lines.readLine();
        } catch (IOException error) {
            throw end(OTHER_INPUT, "input.txt cannot be read: " + error);
        }
    }

    private static Error end(int code, String why) {
        System.out.flush();
        System.err.println("\nklew: " + why);
        System.err.flush();
        Runtime.getRuntime().halt(code);
        return new Error(why);
    }

    /** Ends the run unless the condition holds. */
    public static void assume(boolean condition) {
        if (!condition) {
            throw end(ASSUMPTION, "an assumption does not hold");
        }
    }

    public static boolean nextBoolean() {
        return next("boolean") != 0;
    }

    public static byte nextByte() {
        return (byte) next("byte");
    }

    public static char nextChar() {
        return (char) next("char");
    }

    public static short nextShort() {
        return (short) next("short");
    }

    public static int nextInt() {
        return (int) next("int");
    }

    public static long nextLong() {
        return next("long");
    }

    public static float nextFloat() {
        return Float.intBitsToFloat((int) next("float"));
    }

    public static double nextDouble() {
        return Double.longBitsToDouble(next("double"));
    }

    /** Four digits for each character, after a minus. */
    public static String nextString() {
        String bits = bits("String");
        char[] characters = new char[bits.length() / 4];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = (char) Integer.parseInt(bits.substring(1 + 4 * i, 5 + 4 * i), 16);
        }
        return new String(characters);
    }
}
