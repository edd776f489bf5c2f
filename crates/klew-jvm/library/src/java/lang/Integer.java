package java.lang;

import klew.runtime.Decimal;
import klew.runtime.Intrinsics;

/** `int` in an object, and its functions. */
public final class Integer extends Number implements Comparable<Integer> {
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;
    public static final Class<Integer> TYPE = (Class<Integer>) Intrinsics.primitive("int");

    private final int value;
    private final boolean shared;

    public Integer(int value) {
        this.value = value;
        this.shared = false;
    }

    public Integer(String text) {
        this.value = parseInt(text, 10);
        this.shared = false;
    }

    private Integer(int value, boolean shared) {
        this.value = value;
        this.shared = shared;
    }

    public static Integer valueOf(int value) {
        return new Integer(value, true);
    }

    public static Integer valueOf(String text) {
        return valueOf(parseInt(text, 10));
    }

    public static Integer valueOf(String text, int radix) {
        return valueOf(parseInt(text, radix));
    }

    /** Whether both would be the same object of the cache of small values. */
    public boolean isSame(Integer other) {
        return shared && other.shared && value == other.value && value >= -128 && value <= 127;
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
    }

    public int intValue() {
        return value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return (double) value;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(int value) {
        return value;
    }

    public boolean equals(Object other) {
        return other instanceof Integer && ((Integer) other).value == value;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(int value) {
        if (value == MIN_VALUE) {
            return "-2147483648";
        }
        boolean negative = value < 0;
        int rest = negative ? -value : value;
        int length = digits(rest) + (negative ? 1 : 0);
        char[] content = new char[length];
        if (negative) {
            content[0] = '-';
        }
        for (int i = length - 1; i >= (negative ? 1 : 0); i--) {
            content[i] = (char) ('0' + rest % 10);
            rest = rest / 10;
        }
        return String.sharing(content);
    }

    private static int digits(int value) {
        int limit = 10;
        for (int digits = 1; digits < 10; digits++) {
            if (value < limit) {
                return digits;
            }
            limit = limit * 10;
        }
        return 10;
    }

    public static String toString(int value, int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX || radix == 10) {
            return toString(value);
        }
        char[] content = new char[33];
        int at = 33;
        int rest = value < 0 ? value : -value;
        do {
            at--;
            content[at] = Character.digitOf((int) -(rest % radix));
            rest = rest / radix;
        } while (rest != 0);
        if (value < 0) {
            at--;
            content[at] = '-';
        }
        return new String(content, at, 33 - at);
    }

    private static String toPowerString(int value, int shift) {
        int digits = Math.max(1, (32 - numberOfLeadingZeros(value) + shift - 1) / shift);
        char[] content = new char[digits];
        int rest = value;
        for (int i = digits - 1; i >= 0; i--) {
            content[i] = Character.digitOf((int) rest & (1 << shift) - 1);
            rest = rest >>> shift;
        }
        return String.sharing(content);
    }

    public static String toHexString(int value) {
        return toPowerString(value, 4);
    }

    public static String toOctalString(int value) {
        return toPowerString(value, 3);
    }

    public static String toBinaryString(int value) {
        return toPowerString(value, 1);
    }

    private static NumberFormatException malformed(String text, int radix) {
        return new NumberFormatException(
                "For input string: \"" + text + "\"" + (radix == 10 ? "" : " under radix " + radix));
    }

    private static void check(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (radix < Character.MIN_RADIX) {
            throw new NumberFormatException("radix " + radix + " less than Character.MIN_RADIX");
        }
        if (radix > Character.MAX_RADIX) {
            throw new NumberFormatException("radix " + radix + " greater than Character.MAX_RADIX");
        }
    }

    public static int parseInt(String text) {
        return parseInt(text, 10);
    }

    public static int parseInt(String text, int radix) {
        check(text, radix);
        int length = text.length();
        if (length == 0) {
            throw malformed(text, radix);
        }
        if (radix == 10 && length <= 9) {
            // Too short to overflow: all characters in one expression, without a branch for each.
            int wrong = Decimal.wrong(text);
            if (wrong >= 0) {
                int sign = Decimal.sign(text);
                int value = text.charAt(0) - '0' & ~Decimal.signs(text);
                for (int i = 1; i < length; i++) {
                    value = value * 10 + (text.charAt(i) - '0');
                }
                return (value ^ sign) - sign;
            }
            if (Decimal.isAscii(text)) {
                throw malformed(text, radix);
            }
        } else if (radix == 10 && length <= Decimal.LONGEST) {
            if (Decimal.wrong(text) >= 0) {
                long value = Decimal.value(text);
                if (value != (int) value) {
                    throw malformed(text, radix);
                }
                return (int) value;
            }
            if (Decimal.isAscii(text)) {
                throw malformed(text, radix);
            }
        }
        char first = text.charAt(0);
        boolean negative = first == '-';
        int start = negative || first == '+' ? 1 : 0;
        if (start == length) {
            throw malformed(text, radix);
        }
        int result = 0;
        for (int i = start; i < length; i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0 || Intrinsics.multiplyOverflows(result, (int) radix)) {
                throw malformed(text, radix);
            }
            result = result * radix;
            if (Intrinsics.subtractOverflows(result, (int) digit)) {
                throw malformed(text, radix);
            }
            result = result - digit;
        }
        if (negative) {
            return result;
        }
        if (result == MIN_VALUE) {
            throw malformed(text, radix);
        }
        return -result;
    }

    public static int parseInt(CharSequence text, int begin, int end, int radix) {
        String part = part(text, begin, end);
        check(part, radix);
        int length = part.length();
        if (length == 0) {
            throw malformed("", radix);
        }
        char first = part.charAt(0);
        boolean negative = first == '-';
        int start = negative || first == '+' ? 1 : 0;
        if (start == length) {
            throw malformed(part, start, radix);
        }
        int result = 0;
        for (int i = start; i < length; i++) {
            int digit = Character.digit(part.charAt(i), radix);
            if (digit < 0 || Intrinsics.multiplyOverflows(result, (int) radix)
                    || Intrinsics.subtractOverflows(result * radix, (int) digit)
                    || !negative && result * radix - digit == MIN_VALUE) {
                throw malformed(part, i, radix);
            }
            result = result * radix - digit;
        }
        return negative ? result : -result;
    }

    /** The part of a text that a number is read from. */
    static String part(CharSequence text, int begin, int end) {
        if (text == null) {
            throw new NullPointerException();
        }
        if (begin < 0 || begin > end || end > text.length()) {
            throw new IndexOutOfBoundsException();
        }
        return text.subSequence(begin, end).toString();
    }

    /** For a part of a text that is no number because of the character of that index. */
    static NumberFormatException malformed(String part, int index, int radix) {
        return new NumberFormatException("Error at index " + index + " in: \"" + part + "\"");
    }

    public static int parseUnsignedInt(String text) {
        return parseUnsignedInt(text, 10);
    }

    public static int parseUnsignedInt(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        int length = text.length();
        if (length == 0) {
            throw malformed(text, radix);
        }
        if (text.charAt(0) == '-') {
            throw new NumberFormatException("Illegal leading minus sign on unsigned string " + text + ".");
        }
        if (length <= 5) {
            return parseInt(text, radix);
        }
        long value = Long.parseLong(text, radix);
        if (value >>> 32 != 0) {
            throw new NumberFormatException("String value " + text + " exceeds range of unsigned int.");
        }
        return (int) value;
    }

    public static int parseUnsignedInt(CharSequence text, int begin, int end, int radix) {
        String part = part(text, begin, end);
        int length = part.length();
        if (length == 0) {
            throw new NumberFormatException("");
        }
        if (part.charAt(0) == '-') {
            throw new NumberFormatException("Illegal leading minus sign on unsigned string " + part + ".");
        }
        if (length <= 5) {
            return parseInt(part, 0, length, radix);
        }
        long value = Long.parseLong(part, 0, length, radix);
        if (value >>> 32 != 0) {
            throw new NumberFormatException("String value " + part + " exceeds range of unsigned int.");
        }
        return (int) value;
    }

    public static String toUnsignedString(int value) {
        return Long.toString(toUnsignedLong(value));
    }

    public static String toUnsignedString(int value, int radix) {
        return Long.toString(toUnsignedLong(value), radix);
    }

    public static long toUnsignedLong(int value) {
        return value & 0xffffffffL;
    }

    public static int divideUnsigned(int a, int b) {
        return (int) (toUnsignedLong(a) / toUnsignedLong(b));
    }

    public static int remainderUnsigned(int a, int b) {
        return (int) (toUnsignedLong(a) % toUnsignedLong(b));
    }

    public static Integer decode(String text) {
        if (text.length() == 0) {
            throw new NumberFormatException("Zero length string");
        }
        char first = text.charAt(0);
        String sign = first == '-' ? "-" : "";
        int at = first == '-' || first == '+' ? 1 : 0;
        int radix = 10;
        if (text.startsWith("0x", at) || text.startsWith("0X", at)) {
            radix = 16;
            at += 2;
        } else if (text.startsWith("#", at)) {
            radix = 16;
            at++;
        } else if (text.startsWith("0", at) && text.length() > at + 1) {
            radix = 8;
            at++;
        }
        if (text.startsWith("-", at) || text.startsWith("+", at)) {
            throw new NumberFormatException("Sign character in wrong position");
        }
        return valueOf(sign + text.substring(at), radix);
    }

    public static Integer getInteger(String property) {
        return getInteger(property, null);
    }

    public static Integer getInteger(String property, int value) {
        Integer found = getInteger(property, null);
        return found == null ? valueOf(value) : found;
    }

    public static Integer getInteger(String property, Integer value) {
        String text = property == null || property.isEmpty() ? null : System.getProperty(property);
        if (text != null) {
            try {
                return decode(text);
            } catch (NumberFormatException exception) {
                return value;
            }
        }
        return value;
    }

    public int compareTo(Integer other) {
        return compare(value, other.value);
    }

    public static int compare(int a, int b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    public static int compareUnsigned(int a, int b) {
        return compare(a + MIN_VALUE, b + MIN_VALUE);
    }

    public static int signum(int value) {
        return (int) (value >> 31 | -value >>> 31);
    }

    public static int bitCount(int value) {
        return Intrinsics.bitCount(value);
    }

    public static int numberOfLeadingZeros(int value) {
        return Intrinsics.leadingZeros(value);
    }

    public static int numberOfTrailingZeros(int value) {
        return Intrinsics.trailingZeros(value);
    }

    public static int highestOneBit(int value) {
        return value & (MIN_VALUE >>> numberOfLeadingZeros(value));
    }

    public static int lowestOneBit(int value) {
        return value & -value;
    }

    public static int rotateLeft(int value, int distance) {
        return value << distance | value >>> -distance;
    }

    public static int rotateRight(int value, int distance) {
        return value >>> distance | value << -distance;
    }

    public static int reverse(int value) {
        return Intrinsics.reverse(value);
    }

    public static int reverseBytes(int value) {
        return Intrinsics.reverseBytes(value);
    }

    public static int sum(int a, int b) {
        return a + b;
    }

    public static int max(int a, int b) {
        return Intrinsics.max(a, b);
    }

    public static int min(int a, int b) {
        return Intrinsics.min(a, b);
    }
}
