package java.lang;

import java.io.Serializable;
import klew.runtime.Intrinsics;
import klew.runtime.Unicode;

/**
 * `char` in an object, and its functions. What Unicode says of a character is an expression over a table, which makes
 * no path for each range; what changes it knows ASCII apart from the rest.
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
    public static final byte TITLECASE_LETTER = 3;
    public static final byte MODIFIER_LETTER = 4;
    public static final byte OTHER_LETTER = 5;
    public static final byte NON_SPACING_MARK = 6;
    public static final byte ENCLOSING_MARK = 7;
    public static final byte COMBINING_SPACING_MARK = 8;
    public static final byte DECIMAL_DIGIT_NUMBER = 9;
    public static final byte LETTER_NUMBER = 10;
    public static final byte OTHER_NUMBER = 11;
    public static final byte SPACE_SEPARATOR = 12;
    public static final byte LINE_SEPARATOR = 13;
    public static final byte PARAGRAPH_SEPARATOR = 14;
    public static final byte CONTROL = 15;
    public static final byte FORMAT = 16;
    public static final byte PRIVATE_USE = 18;
    public static final byte SURROGATE = 19;
    public static final byte DASH_PUNCTUATION = 20;
    public static final byte START_PUNCTUATION = 21;
    public static final byte END_PUNCTUATION = 22;
    public static final byte CONNECTOR_PUNCTUATION = 23;
    public static final byte OTHER_PUNCTUATION = 24;
    public static final byte MATH_SYMBOL = 25;
    public static final byte CURRENCY_SYMBOL = 26;
    public static final byte MODIFIER_SYMBOL = 27;
    public static final byte OTHER_SYMBOL = 28;
    public static final byte INITIAL_QUOTE_PUNCTUATION = 29;
    public static final byte FINAL_QUOTE_PUNCTUATION = 30;
    public static final byte DIRECTIONALITY_UNDEFINED = -1;
    public static final byte DIRECTIONALITY_LEFT_TO_RIGHT = 0;
    public static final byte DIRECTIONALITY_RIGHT_TO_LEFT = 1;
    public static final byte DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC = 2;
    public static final byte DIRECTIONALITY_EUROPEAN_NUMBER = 3;
    public static final byte DIRECTIONALITY_EUROPEAN_NUMBER_SEPARATOR = 4;
    public static final byte DIRECTIONALITY_EUROPEAN_NUMBER_TERMINATOR = 5;
    public static final byte DIRECTIONALITY_ARABIC_NUMBER = 6;
    public static final byte DIRECTIONALITY_COMMON_NUMBER_SEPARATOR = 7;
    public static final byte DIRECTIONALITY_NONSPACING_MARK = 8;
    public static final byte DIRECTIONALITY_BOUNDARY_NEUTRAL = 9;
    public static final byte DIRECTIONALITY_PARAGRAPH_SEPARATOR = 10;
    public static final byte DIRECTIONALITY_SEGMENT_SEPARATOR = 11;
    public static final byte DIRECTIONALITY_WHITESPACE = 12;
    public static final byte DIRECTIONALITY_OTHER_NEUTRALS = 13;
    public static final byte DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING = 14;
    public static final byte DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE = 15;
    public static final byte DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING = 16;
    public static final byte DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE = 17;
    public static final byte DIRECTIONALITY_POP_DIRECTIONAL_FORMAT = 18;
    public static final byte DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE = 19;
    public static final byte DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE = 20;
    public static final byte DIRECTIONALITY_FIRST_STRONG_ISOLATE = 21;
    public static final byte DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE = 22;
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

    static IllegalArgumentException invalid(int point) {
        String digits = Integer.toHexString(point).toUpperCase();
        return new IllegalArgumentException("Not a valid Unicode code point: 0x" + digits);
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
            throw invalid(point);
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
        return codePointAtImpl(text, index, text.length);
    }

    public static int codePointAt(char[] text, int index, int limit) {
        if (index >= limit || limit < 0 || limit > text.length) {
            throw new IndexOutOfBoundsException();
        }
        return codePointAtImpl(text, index, limit);
    }

    private static int codePointAtImpl(char[] text, int index, int limit) {
        char high = text[index];
        if (isHighSurrogate(high) && index + 1 < limit && isLowSurrogate(text[index + 1])) {
            return toCodePoint(high, text[index + 1]);
        }
        return high;
    }

    public static int codePointBefore(char[] text, int index) {
        return pointBefore(text, index, 0);
    }

    public static int codePointBefore(char[] text, int index, int start) {
        if (index <= start || start < 0 || start >= text.length) {
            throw new IndexOutOfBoundsException();
        }
        return pointBefore(text, index, start);
    }

    private static int pointBefore(char[] text, int index, int start) {
        char low = text[index - 1];
        if (isLowSurrogate(low) && index - 1 > start && isHighSurrogate(text[index - 2])) {
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
        if (count > text.length - offset || offset < 0 || count < 0) {
            throw new IndexOutOfBoundsException();
        }
        int points = 0;
        int i = offset;
        while (i < offset + count) {
            i += charCount(codePointAtImpl(text, i, offset + count));
            points++;
        }
        return points;
    }

    public static int codePointCount(CharSequence text, int begin, int end) {
        int length = text.length();
        if (begin < 0 || begin > end || end > length) {
            throw new IndexOutOfBoundsException();
        }
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

    public static int offsetByCodePoints(char[] text, int start, int count, int index, int points) {
        if (count > text.length - start || start < 0 || count < 0 || index < start || index > start + count) {
            throw new IndexOutOfBoundsException();
        }
        int at = index;
        for (int i = 0; i < points; i++) {
            if (at >= start + count) {
                throw new IndexOutOfBoundsException();
            }
            at += charCount(codePointAtImpl(text, at, start + count));
        }
        for (int i = 0; i > points; i--) {
            if (at <= start) {
                throw new IndexOutOfBoundsException();
            }
            at -= charCount(pointBefore(text, at, start));
        }
        return at;
    }

    public static boolean isDigit(char c) {
        return isDigit((int) c);
    }

    public static boolean isDigit(int c) {
        return Intrinsics.inside(Unicode.DIGIT, c);
    }

    public static boolean isLetter(char c) {
        return isLetter((int) c);
    }

    public static boolean isLetter(int c) {
        return Intrinsics.inside(Unicode.LETTER, c);
    }

    public static boolean isLetterOrDigit(char c) {
        return isLetterOrDigit((int) c);
    }

    public static boolean isLetterOrDigit(int c) {
        return Intrinsics.inside(Unicode.LETTER_OR_DIGIT, c);
    }

    public static boolean isAlphabetic(int c) {
        return Intrinsics.inside(Unicode.ALPHABETIC, c);
    }

    public static boolean isIdeographic(int c) {
        return Intrinsics.inside(Unicode.IDEOGRAPHIC, c);
    }

    static boolean isAsciiAlphanumeric(char c) {
        return within(c | 0x20, 'a', 'z') || within(c, '0', '9');
    }

    public static boolean isUpperCase(char c) {
        return isUpperCase((int) c);
    }

    public static boolean isUpperCase(int c) {
        return ofHalf(c, Intrinsics.lookup(Unicode.UPPER_CASE_EVEN, c >>> 1),
                Intrinsics.lookup(Unicode.UPPER_CASE_ODD, c >>> 1)) != 0;
    }

    public static boolean isLowerCase(char c) {
        return isLowerCase((int) c);
    }

    public static boolean isLowerCase(int c) {
        return ofHalf(c, Intrinsics.lookup(Unicode.LOWER_CASE_EVEN, c >>> 1),
                Intrinsics.lookup(Unicode.LOWER_CASE_ODD, c >>> 1)) != 0;
    }

    public static boolean isTitleCase(char c) {
        return isTitleCase((int) c);
    }

    public static boolean isTitleCase(int c) {
        return Intrinsics.inside(Unicode.TITLE_CASE, c);
    }

    public static boolean isWhitespace(char c) {
        return isWhitespace((int) c);
    }

    public static boolean isWhitespace(int c) {
        return Intrinsics.inside(Unicode.WHITESPACE, c);
    }

    public static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
    }

    public static boolean isSpaceChar(char c) {
        return isSpaceChar((int) c);
    }

    public static boolean isSpaceChar(int c) {
        return Intrinsics.inside(Unicode.SPACE_CHAR, c);
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
        return Intrinsics.inside(Unicode.DEFINED, c);
    }

    public static boolean isJavaLetter(char c) {
        return isJavaIdentifierStart(c);
    }

    public static boolean isJavaLetterOrDigit(char c) {
        return isJavaIdentifierPart(c);
    }

    public static boolean isJavaIdentifierStart(char c) {
        return isJavaIdentifierStart((int) c);
    }

    public static boolean isJavaIdentifierStart(int c) {
        return Intrinsics.inside(Unicode.JAVA_START, c);
    }

    public static boolean isJavaIdentifierPart(char c) {
        return isJavaIdentifierPart((int) c);
    }

    public static boolean isJavaIdentifierPart(int c) {
        return Intrinsics.inside(Unicode.JAVA_PART, c);
    }

    public static boolean isIdentifierIgnorable(char c) {
        return isIdentifierIgnorable((int) c);
    }

    public static boolean isIdentifierIgnorable(int c) {
        return Intrinsics.inside(Unicode.IGNORABLE, c);
    }

    public static boolean isUnicodeIdentifierStart(char c) {
        return isUnicodeIdentifierStart((int) c);
    }

    public static boolean isUnicodeIdentifierStart(int c) {
        return Intrinsics.inside(Unicode.UNICODE_START, c);
    }

    public static boolean isUnicodeIdentifierPart(char c) {
        return isUnicodeIdentifierPart((int) c);
    }

    public static boolean isUnicodeIdentifierPart(int c) {
        return Intrinsics.inside(Unicode.UNICODE_PART, c);
    }

    public static boolean isMirrored(char c) {
        return isMirrored((int) c);
    }

    public static boolean isMirrored(int c) {
        return Intrinsics.inside(Unicode.MIRRORED, c);
    }

    public static int getType(char c) {
        return getType((int) c);
    }

    public static int getType(int c) {
        return Intrinsics.lookup(Unicode.TYPE, c);
    }

    public static byte getDirectionality(char c) {
        return getDirectionality((int) c);
    }

    public static byte getDirectionality(int c) {
        return isValidCodePoint(c) ? (byte) Intrinsics.lookup(Unicode.DIRECTION, c) : DIRECTIONALITY_UNDEFINED;
    }

    public static char toUpperCase(char c) {
        return (char) toUpperCase((int) c);
    }

    public static int toUpperCase(int c) {
        if (within(c, 0, 0x7f)) {
            return asciiUpper(c);
        }
        return c + ofHalf(c, Intrinsics.lookup(Unicode.TO_UPPER_EVEN, c >>> 1),
                Intrinsics.lookup(Unicode.TO_UPPER_ODD, c >>> 1));
    }

    public static char toLowerCase(char c) {
        return (char) toLowerCase((int) c);
    }

    public static int toLowerCase(int c) {
        if (within(c, 0, 0x7f)) {
            return asciiLower(c);
        }
        return c + ofHalf(c, Intrinsics.lookup(Unicode.TO_LOWER_EVEN, c >>> 1),
                Intrinsics.lookup(Unicode.TO_LOWER_ODD, c >>> 1));
    }

    public static char toTitleCase(char c) {
        return (char) toTitleCase((int) c);
    }

    public static int toTitleCase(int c) {
        if (within(c, 0, 0x7f)) {
            return asciiUpper(c);
        }
        return c + ofHalf(c, Intrinsics.lookup(Unicode.TO_TITLE_EVEN, c >>> 1),
                Intrinsics.lookup(Unicode.TO_TITLE_ODD, c >>> 1));
    }

    /** The capital of an ASCII character, without a branch. */
    static int asciiUpper(int c) {
        return c - (0x20 & ~((c - 'a' | 'z' - c) >> 31));
    }

    /** The small letter of an ASCII character, without a branch. */
    static int asciiLower(int c) {
        return c + (0x20 & ~((c - 'A' | 'Z' - c) >> 31));
    }

    /** The first for even code points, the second for odd ones. */
    private static int ofHalf(int c, int even, int odd) {
        int mask = -(c & 1);
        return even & ~mask | odd & mask;
    }

    public static int digit(char c, int radix) {
        return digit((int) c, radix);
    }

    public static int digit(int c, int radix) {
        if (radix < MIN_RADIX || radix > MAX_RADIX) {
            return -1;
        }
        return within(c, 0, 0x7f) ? asciiDigit(c, radix) : digitBeyondAscii(c, radix);
    }

    /** The digit of an ASCII character, or -1; without a branch. */
    static int asciiDigit(int c, int radix) {
        if (Intrinsics.isKnown(radix) && radix <= 10) {
            int digit = c - '0';
            return digit | (digit | radix - 1 - digit) >> 31;
        }
        int letter = c | 0x20;
        int noDigit = (c - '0' | '9' - c) >> 31;
        int noLetter = (letter - 'a' | 'z' - letter) >> 31;
        int digit = c - '0' & ~noDigit | letter - 'a' + 10 & ~noLetter;
        return digit | noDigit & noLetter | radix - 1 - digit >> 31;
    }

    /** Digits of other scripts and fullwidth Latin letters. */
    private static int digitBeyondAscii(int c, int radix) {
        int change = Intrinsics.lookup(Unicode.DIGIT_VALUE, c);
        if (change != 0) {
            int digit = c + change & 31;
            return digit < radix ? digit : -1;
        }
        if (within(c, 0xff21, 0xff3a) || within(c, 0xff41, 0xff5a)) {
            int digit = (c - 1 & 31) + 10;
            return digit < radix ? digit : -1;
        }
        return -1;
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
        int change = Intrinsics.lookup(Unicode.NUMERIC_VALUE, c);
        if (change == 0 || change == 1) {
            return -1 - change;
        }
        return c + change - (change > 0 ? 1 : 0);
    }

    public static char reverseBytes(char c) {
        return (char) ((c & 0xff00) >> 8 | c << 8);
    }

    public static String getName(int point) {
        throw Intrinsics.unsupported("Character.getName");
    }
}
