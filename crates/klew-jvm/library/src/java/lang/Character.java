package java.lang;

import java.io.Serializable;
import klew.runtime.Intrinsics;

/**
 * `char` in an object, and its functions: exact up to U+00FF (digits up to U+065F), beyond that the kind of a character
 * is approximated.
 */
public final class Character implements Serializable, Comparable<Character> {
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uFFFF';
    public static final char MIN_HIGH_SURROGATE = '\uD800';
    public static final char MAX_HIGH_SURROGATE = '\uDBFF';
    public static final char MIN_LOW_SURROGATE = '\uDC00';
    public static final char MAX_LOW_SURROGATE = '\uDFFF';
    public static final char MIN_SURROGATE = MIN_HIGH_SURROGATE;
    public static final char MAX_SURROGATE = MAX_LOW_SURROGATE;
    public static final int MIN_SUPPLEMENTARY_CODE_POINT = 0x010000;
    public static final int MIN_CODE_POINT = 0x000000;
    public static final int MAX_CODE_POINT = 0x10FFFF;
    public static final int SIZE = 16;
    public static final int BYTES = 2;
    public static final byte UNASSIGNED = 0;
    public static final byte UPPERCASE_LETTER = 1;
    public static final byte LOWERCASE_LETTER = 2;
    public static final byte DECIMAL_DIGIT_NUMBER = 9;
    public static final byte SPACE_SEPARATOR = 12;
    public static final byte CONTROL = 15;
    public static final Class<Character> TYPE = (Class<Character>) Intrinsics.primitive("char");

    private final char value;
    private final boolean shared;

    public Character(char value) {
        this.value = value;
        this.shared = false;
    }

    private Character(char value, boolean shared) {
        this.value = value;
        this.shared = shared;
    }

    public static Character valueOf(char value) {
        return new Character(value, true);
    }

    /** Whether both would be the same object of the cache of small values. */
    public boolean isSame(Character other) {
        return shared && other.shared && value == other.value && value <= 127;
    }

    public char charValue() {
        return value;
    }

    public int hashCode() {
        return value;
    }

    public static int hashCode(char value) {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Character && ((Character) other).value == value;
    }

    public String toString() {
        return String.valueOf(value);
    }

    public static String toString(char c) {
        return String.valueOf(c);
    }

    public static String toString(int point) {
        return new StringBuilder(2).appendCodePoint(point).toString();
    }

    public int compareTo(Character other) {
        return value - other.value;
    }

    public static int compare(char a, char b) {
        return a - b;
    }

    /** Whether low ≤ c ≤ high, with one comparison. */
    private static boolean within(int c, int low, int high) {
        return (c - low | high - c) >= 0;
    }

    public static boolean isValidCodePoint(int point) {
        return point >>> 16 < 0x11;
    }

    public static boolean isBmpCodePoint(int point) {
        return point >>> 16 == 0;
    }

    public static boolean isSupplementaryCodePoint(int point) {
        return point >= MIN_SUPPLEMENTARY_CODE_POINT && point <= MAX_CODE_POINT;
    }

    public static boolean isHighSurrogate(char c) {
        return c >> 10 == 0x36;
    }

    public static boolean isLowSurrogate(char c) {
        return c >> 10 == 0x37;
    }

    public static boolean isSurrogate(char c) {
        return c >> 11 == 0x1b;
    }

    public static boolean isSurrogatePair(char high, char low) {
        return isHighSurrogate(high) && isLowSurrogate(low);
    }

    public static int charCount(int point) {
        return point >= MIN_SUPPLEMENTARY_CODE_POINT ? 2 : 1;
    }

    public static int toCodePoint(char high, char low) {
        return (high << 10) + low + (MIN_SUPPLEMENTARY_CODE_POINT - (MIN_HIGH_SURROGATE << 10) - MIN_LOW_SURROGATE);
    }

    public static char highSurrogate(int point) {
        return (char) ((point >>> 10) + (MIN_HIGH_SURROGATE - (MIN_SUPPLEMENTARY_CODE_POINT >>> 10)));
    }

    public static char lowSurrogate(int point) {
        return (char) ((point & 0x3ff) + MIN_LOW_SURROGATE);
    }

    public static char[] toChars(int point) {
        if (!isValidCodePoint(point)) {
            throw new IllegalArgumentException("Not a valid Unicode code point");
        }
        return toString(point).toCharArray();
    }

    public static int toChars(int point, char[] target, int index) {
        char[] content = toChars(point);
        for (int i = content.length - 1; i >= 0; i--) {
            target[index + i] = content[i];
        }
        return content.length;
    }

    public static int codePointAt(CharSequence text, int index) {
        char high = text.charAt(index);
        if (isHighSurrogate(high) && index + 1 < text.length()) {
            char low = text.charAt(index + 1);
            if (isLowSurrogate(low)) {
                return toCodePoint(high, low);
            }
        }
        return high;
    }

    public static int codePointAt(char[] text, int index) {
        return codePointAt(text, index, text.length);
    }

    public static int codePointAt(char[] text, int index, int limit) {
        char high = text[index];
        if (isHighSurrogate(high) && index + 1 < limit && isLowSurrogate(text[index + 1])) {
            return toCodePoint(high, text[index + 1]);
        }
        return high;
    }

    public static int codePointBefore(char[] text, int index) {
        char low = text[index - 1];
        if (isLowSurrogate(low) && index >= 2 && isHighSurrogate(text[index - 2])) {
            return toCodePoint(text[index - 2], low);
        }
        return low;
    }

    public static int codePointBefore(CharSequence text, int index) {
        char low = text.charAt(index - 1);
        if (isLowSurrogate(low) && index >= 2 && isHighSurrogate(text.charAt(index - 2))) {
            return toCodePoint(text.charAt(index - 2), low);
        }
        return low;
    }

    public static int codePointCount(char[] text, int offset, int count) {
        int points = 0;
        int i = offset;
        while (i < offset + count) {
            i += charCount(codePointAt(text, i, offset + count));
            points++;
        }
        return points;
    }

    public static int codePointCount(CharSequence text, int begin, int end) {
        return text.subSequence(begin, end).toString().codePointCount(0, end - begin);
    }

    public static int offsetByCodePoints(CharSequence text, int index, int count) {
        int length = text.length();
        if (index < 0 || index > length) {
            throw new IndexOutOfBoundsException();
        }
        int at = index;
        for (int i = 0; i < count; i++) {
            if (at >= length) {
                throw new IndexOutOfBoundsException();
            }
            at += charCount(codePointAt(text, at));
        }
        for (int i = 0; i > count; i--) {
            if (at <= 0) {
                throw new IndexOutOfBoundsException();
            }
            at -= charCount(codePointBefore(text, at));
        }
        return at;
    }

    public static boolean isDigit(char c) {
        return isDigit((int) c);
    }

    public static boolean isDigit(int c) {
        if (within(c, '0', '9')) {
            return true;
        }
        return c >= 0x660 && Intrinsics.approximateBoolean("Character.isDigit");
    }

    public static boolean isLetter(char c) {
        return isLetter((int) c);
    }

    public static boolean isLetter(int c) {
        if (within(c | 0x20, 'a', 'z')) {
            return true;
        }
        if (c < 0x80) {
            return false;
        }
        if (c < 0x100) {
            return c == 0xaa || c == 0xb5 || c == 0xba || c >= 0xc0 && c != 0xd7 && c != 0xf7;
        }
        return Intrinsics.approximateBoolean("Character.isLetter");
    }

    public static boolean isLetterOrDigit(char c) {
        return isLetterOrDigit((int) c);
    }

    public static boolean isLetterOrDigit(int c) {
        if (c < 0x100) {
            return within(c, '0', '9') || isLetter(c);
        }
        return Intrinsics.approximateBoolean("Character.isLetterOrDigit");
    }

    public static boolean isAlphabetic(int c) {
        return isLetter(c);
    }

    public static boolean isIdeographic(int c) {
        return c >= 0x3006 && Intrinsics.approximateBoolean("Character.isIdeographic");
    }

    static boolean isAsciiAlphanumeric(char c) {
        return within(c | 0x20, 'a', 'z') || within(c, '0', '9');
    }

    public static boolean isUpperCase(char c) {
        return isUpperCase((int) c);
    }

    public static boolean isUpperCase(int c) {
        if (within(c, 'A', 'Z')) {
            return true;
        }
        if (c < 0x100) {
            return c >= 0xc0 && c <= 0xde && c != 0xd7;
        }
        return Intrinsics.approximateBoolean("Character.isUpperCase");
    }

    public static boolean isLowerCase(char c) {
        return isLowerCase((int) c);
    }

    public static boolean isLowerCase(int c) {
        if (within(c, 'a', 'z')) {
            return true;
        }
        if (c < 0x100) {
            return c >= 0xdf && c != 0xf7 || c == 0xaa || c == 0xb5 || c == 0xba;
        }
        return Intrinsics.approximateBoolean("Character.isLowerCase");
    }

    public static boolean isTitleCase(char c) {
        return isTitleCase((int) c);
    }

    public static boolean isTitleCase(int c) {
        return c >= 0x1c5 && Intrinsics.approximateBoolean("Character.isTitleCase");
    }

    public static boolean isWhitespace(char c) {
        return isWhitespace((int) c);
    }

    public static boolean isWhitespace(int c) {
        if (c <= ' ') {
            return c == ' ' || within(c, 9, 13) || within(c, 28, 31);
        }
        if (c < 0x1680) {
            return false;
        }
        return c == 0x1680 || within(c, 0x2000, 0x2006) || within(c, 0x2008, 0x200a)
                || within(c, 0x2028, 0x2029) || c == 0x205f || c == 0x3000;
    }

    public static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
    }

    public static boolean isSpaceChar(char c) {
        return isSpaceChar((int) c);
    }

    public static boolean isSpaceChar(int c) {
        return c == ' ' || c == 0xa0 || c == 0x1680 || within(c, 0x2000, 0x200a)
                || within(c, 0x2028, 0x2029) || c == 0x202f || c == 0x205f || c == 0x3000;
    }

    public static boolean isISOControl(char c) {
        return isISOControl((int) c);
    }

    public static boolean isISOControl(int c) {
        return within(c, 0, 0x1f) || within(c, 0x7f, 0x9f);
    }

    public static boolean isDefined(char c) {
        return isDefined((int) c);
    }

    public static boolean isDefined(int c) {
        return within(c, 0, 0x377) || Intrinsics.approximateBoolean("Character.isDefined");
    }

    public static boolean isJavaIdentifierStart(char c) {
        return isJavaIdentifierStart((int) c);
    }

    public static boolean isJavaIdentifierStart(int c) {
        if (c < 0x80) {
            return within(c | 0x20, 'a', 'z') || c == '_' || c == '$';
        }
        if (c < 0x100) {
            return within(c, 0xa2, 0xa5) || isLetter(c);
        }
        return Intrinsics.approximateBoolean("Character.isJavaIdentifierStart");
    }

    public static boolean isJavaIdentifierPart(char c) {
        return isJavaIdentifierPart((int) c);
    }

    public static boolean isJavaIdentifierPart(int c) {
        if (c < 0x100) {
            return isJavaIdentifierStart(c) || within(c, '0', '9') || isIdentifierIgnorable(c) || c == 0xad;
        }
        return Intrinsics.approximateBoolean("Character.isJavaIdentifierPart");
    }

    public static boolean isIdentifierIgnorable(char c) {
        return isIdentifierIgnorable((int) c);
    }

    public static boolean isIdentifierIgnorable(int c) {
        if (c < 0x100) {
            return within(c, 0, 8) || within(c, 0xe, 0x1b) || within(c, 0x7f, 0x9f) || c == 0xad;
        }
        return Intrinsics.approximateBoolean("Character.isIdentifierIgnorable");
    }

    public static boolean isUnicodeIdentifierStart(int c) {
        return isLetter(c);
    }

    public static boolean isMirrored(int c) {
        throw Intrinsics.unsupported("Character.isMirrored");
    }

    public static int getType(char c) {
        return getType((int) c);
    }

    public static int getType(int c) {
        throw Intrinsics.unsupported("Character.getType");
    }

    public static char toUpperCase(char c) {
        return (char) toUpperCase((int) c);
    }

    public static int toUpperCase(int c) {
        if (c < 0x80) {
            return c - (0x20 & ~((c - 'a' | 'z' - c) >> 31));
        }
        if (c < 0x100) {
            if (c >= 0xe0 && c != 0xf7) {
                return c == 0xff ? 0x178 : c - 0x20;
            }
            return c == 0xb5 ? 0x39c : c;
        }
        return approximatePoint();
    }

    public static char toLowerCase(char c) {
        return (char) toLowerCase((int) c);
    }

    public static int toLowerCase(int c) {
        if (c < 0x80) {
            return c + (0x20 & ~((c - 'A' | 'Z' - c) >> 31));
        }
        if (c < 0x100) {
            return c >= 0xc0 && c <= 0xde && c != 0xd7 ? c + 0x20 : c;
        }
        return approximatePoint();
    }

    public static char toTitleCase(char c) {
        return toUpperCase(c);
    }

    public static int toTitleCase(int c) {
        return toUpperCase(c);
    }

    private static int approximatePoint() {
        int point = Intrinsics.approximateInt("case of a character beyond U+00FF");
        Intrinsics.assume(isValidCodePoint(point));
        return point;
    }

    /** One character of `String.toUpperCase`; some become two. */
    static char upperInString(char c) {
        if (c >= 0x80 && (c == 0xdf || c >= 0x100)) {
            throw Intrinsics.unsupported("String.toUpperCase of a character beyond U+00FF, or of sharp s");
        }
        return (char) toUpperCase((int) c);
    }

    static char lowerInString(char c) {
        if (c >= 0x100) {
            throw Intrinsics.unsupported("String.toLowerCase of a character beyond U+00FF");
        }
        return (char) toLowerCase((int) c);
    }

    public static int digit(char c, int radix) {
        return digit((int) c, radix);
    }

    public static int digit(int c, int radix) {
        if (radix < MIN_RADIX || radix > MAX_RADIX) {
            return -1;
        }
        if (within(c, '0', '9')) {
            return c - '0' < radix ? c - '0' : -1;
        }
        if (radix > 10 && within(c | 0x20, 'a', 'z')) {
            int digit = (c | 0x20) - 'a' + 10;
            return digit < radix ? digit : -1;
        }
        if (c < 0x660) {
            return -1;
        }
        int digit = Intrinsics.approximateInt("Character.digit");
        Intrinsics.assume(within(digit, -1, radix - 1));
        return digit;
    }

    /** The digit of a value below 36, without a branch. */
    static char digitOf(int digit) {
        return (char) ('0' + digit + ('a' - '0' - 10 & 9 - digit >> 31));
    }

    public static char forDigit(int digit, int radix) {
        if (radix < MIN_RADIX || radix > MAX_RADIX || digit < 0 || digit >= radix) {
            return '\0';
        }
        return digitOf(digit);
    }

    public static int getNumericValue(char c) {
        return getNumericValue((int) c);
    }

    public static int getNumericValue(int c) {
        if (c < 0x80) {
            return digit(c, MAX_RADIX);
        }
        throw Intrinsics.unsupported("Character.getNumericValue beyond U+007F");
    }

    public static char reverseBytes(char c) {
        return (char) ((c & 0xff00) >> 8 | c << 8);
    }

    public static String getName(int point) {
        throw Intrinsics.unsupported("Character.getName");
    }
}
