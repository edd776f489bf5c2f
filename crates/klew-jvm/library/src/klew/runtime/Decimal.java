package klew.runtime;

/**
 * What a text has to do with a decimal number, in expressions without branches, so that there is one path for all characters. Texts
 * have at least one character.
 */
public final class Decimal {
    /** Texts of so many characters are too short for their numbers to overflow 64 bits. */
    public static final int LONGEST = 18;

    private Decimal() {}

    /** All bits set if the first character is a minus, else none. */
    public static int sign(String text) {
        return same(text.charAt(0), '-');
    }

    /** All bits set if the first character is a sign, else none. */
    public static int signs(String text) {
        char first = text.charAt(0);
        return same(first, '-') | same(first, '+');
    }

    /** Negative unless it is digits of ASCII, at least one, perhaps behind a sign. */
    public static int wrong(String text) {
        int signs = signs(text);
        int length = text.length();
        int wrong = length == 1 ? signs | noDigit(text.charAt(0)) : noDigit(text.charAt(0)) & ~signs;
        for (int i = 1; i < length; i++) {
            wrong |= noDigit(text.charAt(i));
        }
        return wrong;
    }

    /** The number of a text that is not wrong and has at most {@link #LONGEST} characters. */
    public static long value(String text) {
        long sign = sign(text);
        long value = text.charAt(0) - '0' & ~signs(text);
        for (int i = 1; i < text.length(); i++) {
            value = value * 10 + (text.charAt(i) - '0');
        }
        return (value ^ sign) - sign;
    }

    /** Whether all characters are of ASCII. */
    public static boolean isAscii(String text) {
        int all = 0;
        for (int i = 0; i < text.length(); i++) {
            all |= text.charAt(i);
        }
        return all <= 0x7f;
    }

    /** Whether some character is that one. */
    public static boolean has(String text, char c) {
        int any = 0;
        for (int i = 0; i < text.length(); i++) {
            any |= same(text.charAt(i), c);
        }
        return any != 0;
    }

    private static int noDigit(char c) {
        return c - '0' | '9' - c;
    }

    private static int same(char c, char other) {
        return (c ^ other) - 1 >> 31;
    }
}
