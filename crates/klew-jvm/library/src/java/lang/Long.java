package java.lang;

import klew.runtime.Decimal;
import klew.runtime.Intrinsics;

/** `long` in an object, and its functions. */
public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;
    public static final Class<Long> TYPE = (Class<Long>) Intrinsics.primitive("long");

    private final long value;
    private final boolean shared;

    public Long(long value) {
        this.value = value;
        this.shared = false;
    }

    public Long(String text) {
        this.value = parseLong(text, 10);
        this.shared = false;
    }

    private Long(long value, boolean shared) {
        this.value = value;
        this.shared = shared;
    }

    public static Long valueOf(long value) {
        return new Long(value, true);
    }

    public static Long valueOf(String text) {
        return valueOf(parseLong(text, 10));
    }

    public static Long valueOf(String text, int radix) {
        return valueOf(parseLong(text, radix));
    }

    /** Whether both would be the same object of the cache of small values. */
    public boolean isSame(Long other) {
        return shared && other.shared && value == other.value && value >= -128 && value <= 127;
    }

    public byte byteValue() {
        return (byte) value;
    }

    public short shortValue() {
        return (short) value;
    }

    public int intValue() {
        return (int) value;
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

    public static int hashCode(long value) {
        return (int) (value ^ value >>> 32);
    }

    public boolean equals(Object other) {
        return other instanceof Long && ((Long) other).value == value;
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(long value) {
        if (value == MIN_VALUE) {
            return "-9223372036854775808";
        }
        boolean negative = value < 0;
        long rest = negative ? -value : value;
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

    private static int digits(long value) {
        long limit = 10;
        for (int digits = 1; digits < 19; digits++) {
            if (value < limit) {
                return digits;
            }
            limit = limit * 10;
        }
        return 19;
    }

    public static String toString(long value, int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX || radix == 10) {
            return toString(value);
        }
        char[] content = new char[65];
        int at = 65;
        long rest = value < 0 ? value : -value;
        do {
            at--;
            content[at] = Character.digitOf((int) -(rest % radix));
            rest = rest / radix;
        } while (rest != 0);
        if (value < 0) {
            at--;
            content[at] = '-';
        }
        return new String(content, at, 65 - at);
    }

    private static String toPowerString(long value, int shift) {
        int digits = Math.max(1, (64 - numberOfLeadingZeros(value) + shift - 1) / shift);
        char[] content = new char[digits];
        long rest = value;
        for (int i = digits - 1; i >= 0; i--) {
            content[i] = Character.digitOf((int) rest & (1 << shift) - 1);
            rest = rest >>> shift;
        }
        return String.sharing(content);
    }

    public static String toHexString(long value) {
        return toPowerString(value, 4);
    }

    public static String toOctalString(long value) {
        return toPowerString(value, 3);
    }

    public static String toBinaryString(long value) {
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

    public static long parseLong(String text) {
        return parseLong(text, 10);
    }

    public static long parseLong(String text, int radix) {
        check(text, radix);
        int length = text.length();
        if (length == 0) {
            throw malformed(text, radix);
        }
        if (radix == 10 && length <= Decimal.LONGEST) {
            if (Decimal.wrong(text) >= 0) {
                return Decimal.value(text);
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
        long result = 0;
        for (int i = start; i < length; i++) {
            int digit = Character.digit(text.charAt(i), radix);
            if (digit < 0 || Intrinsics.multiplyOverflows(result, (long) radix)) {
                throw malformed(text, radix);
            }
            result = result * radix;
            if (Intrinsics.subtractOverflows(result, (long) digit)) {
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

    public static long parseLong(CharSequence text, int begin, int end, int radix) {
        String part = Integer.part(text, begin, end);
        check(part, radix);
        int length = part.length();
        if (length == 0) {
            throw new NumberFormatException("");
        }
        char first = part.charAt(0);
        boolean negative = first == '-';
        int start = negative || first == '+' ? 1 : 0;
        if (start == length) {
            throw Integer.malformed(part, start, radix);
        }
        long result = 0;
        for (int i = start; i < length; i++) {
            int digit = Character.digit(part.charAt(i), radix);
            if (digit < 0 || Intrinsics.multiplyOverflows(result, (long) radix)
                    || Intrinsics.subtractOverflows(result * radix, (long) digit)
                    || !negative && result * radix - digit == MIN_VALUE) {
                throw Integer.malformed(part, i, radix);
            }
            result = result * radix - digit;
        }
        return negative ? result : -result;
    }

    public static long parseUnsignedLong(String text) {
        return parseUnsignedLong(text, 10);
    }

    public static long parseUnsignedLong(String text, int radix) {
        if (text == null) {
            throw new NumberFormatException("Cannot parse null string");
        }
        if (text.length() == 0) {
            throw malformed(text, radix);
        }
        return unsigned(text, radix, false);
    }

    public static long parseUnsignedLong(CharSequence text, int begin, int end, int radix) {
        String part = Integer.part(text, begin, end);
        if (part.length() == 0) {
            throw new NumberFormatException("");
        }
        return unsigned(part, radix, true);
    }

    /** A number without a sign; those of few digits are read as others, a part of a text with other messages. */
    private static long unsigned(String text, int radix, boolean isPart) {
        int length = text.length();
        if (text.charAt(0) == '-') {
            throw new NumberFormatException("Illegal leading minus sign on unsigned string " + text + ".");
        }
        if (length <= 12) {
            return isPart ? parseLong(text, 0, length, radix) : parseLong(text, radix);
        }
        if (radix == 10 && length <= 18) {
            return isPart ? parseLong(text, 0, length, radix) : parseLong(text, radix);
        }
        long first = parseLong(text, 0, length - 1, radix);
        int second = Character.digit(text.charAt(length - 1), radix);
        if (second < 0) {
            throw new NumberFormatException("Bad digit at end of " + text);
        }
        long result = first * radix + second;
        int guard = radix * (int) (first >>> 57);
        if (guard >= 128 || result >= 0 && guard >= 128 - Character.MAX_RADIX) {
            throw new NumberFormatException("String value " + text + " exceeds range of unsigned long.");
        }
        return result;
    }

    public static String toUnsignedString(long value) {
        if (value >= 0) {
            return toString(value);
        }
        long quotient = divideUnsigned(value, 10);
        return toString(quotient) + (value - quotient * 10);
    }

    public static String toUnsignedString(long value, int radix) {
        if (value >= 0) {
            return toString(value, radix);
        }
        boolean known = radix >= Character.MIN_RADIX && radix <= Character.MAX_RADIX;
        int base = known ? radix : 10;
        long quotient = divideUnsigned(value, base);
        return toString(quotient, base) + Character.digitOf((int) (value - quotient * base));
    }

    public static long divideUnsigned(long a, long b) {
        if (b < 0) {
            return (a & ~(a - b)) >>> 63;
        }
        long quotient = (a >>> 1) / b << 1;
        long rest = a - quotient * b;
        return quotient + ((rest | ~(rest - b)) >>> 63);
    }

    public static long remainderUnsigned(long a, long b) {
        return a - divideUnsigned(a, b) * b;
    }

    public static Long decode(String text) {
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

    public static Long getLong(String property) {
        return getLong(property, null);
    }

    public static Long getLong(String property, long value) {
        Long found = getLong(property, null);
        return found == null ? valueOf(value) : found;
    }

    public static Long getLong(String property, Long value) {
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

    public int compareTo(Long other) {
        return compare(value, other.value);
    }

    public static int compare(long a, long b) {
        return a < b ? -1 : a == b ? 0 : 1;
    }

    public static int compareUnsigned(long a, long b) {
        return compare(a + MIN_VALUE, b + MIN_VALUE);
    }

    public static int signum(long value) {
        return (int) (value >> 63 | -value >>> 63);
    }

    public static int bitCount(long value) {
        return Intrinsics.bitCount(value);
    }

    public static int numberOfLeadingZeros(long value) {
        return Intrinsics.leadingZeros(value);
    }

    public static int numberOfTrailingZeros(long value) {
        return Intrinsics.trailingZeros(value);
    }

    public static long highestOneBit(long value) {
        return value & (MIN_VALUE >>> numberOfLeadingZeros(value));
    }

    public static long lowestOneBit(long value) {
        return value & -value;
    }

    public static long rotateLeft(long value, int distance) {
        return value << distance | value >>> -distance;
    }

    public static long rotateRight(long value, int distance) {
        return value >>> distance | value << -distance;
    }

    public static long reverse(long value) {
        return Intrinsics.reverse(value);
    }

    public static long reverseBytes(long value) {
        return Intrinsics.reverseBytes(value);
    }

    public static long sum(long a, long b) {
        return a + b;
    }

    public static long max(long a, long b) {
        return Intrinsics.max(a, b);
    }

    public static long min(long a, long b) {
        return Intrinsics.min(a, b);
    }
}
