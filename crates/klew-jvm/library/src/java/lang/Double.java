package java.lang;

import jdk.internal.math.FloatingDecimal;
import klew.runtime.Hexadecimal;
import klew.runtime.Intrinsics;

/** `double` in an object, and its functions; digits are computed by the JDK's own class. */
public final class Double extends Number implements Comparable<Double> {
    public static final double POSITIVE_INFINITY = 1.0 / 0.0;
    public static final double NEGATIVE_INFINITY = -1.0 / 0.0;
    public static final double NaN = 0.0 / 0.0;
    public static final double MAX_VALUE = 0x1.fffffffffffffP+1023;
    public static final double MIN_NORMAL = 0x1.0p-1022;
    public static final double MIN_VALUE = 0x0.0000000000001P-1022;
    public static final int MAX_EXPONENT = 1023;
    public static final int MIN_EXPONENT = -1022;
    public static final int SIZE = 64;
    public static final int PRECISION = 53;
    public static final int BYTES = 8;
    public static final Class<Double> TYPE = (Class<Double>) Intrinsics.primitive("double");

    private final double value;

    public Double(double value) {
        this.value = value;
    }

    public Double(String text) {
        this.value = parseDouble(text);
    }

    public static Double valueOf(double value) {
        return new Double(value);
    }

    public static Double valueOf(String text) {
        return new Double(parseDouble(text));
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
        return (long) value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return value;
    }

    public boolean isNaN() {
        return value != value;
    }

    public boolean isInfinite() {
        return isInfinite(value);
    }

    public static boolean isNaN(double value) {
        return value != value;
    }

    public static boolean isInfinite(double value) {
        return Intrinsics.abs(value) > MAX_VALUE;
    }

    public static boolean isFinite(double value) {
        return Intrinsics.abs(value) <= MAX_VALUE;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(double value) {
        return Long.hashCode(doubleToLongBits(value));
    }

    public boolean equals(Object other) {
        return other instanceof Double
                && doubleToLongBits(((Double) other).value) == doubleToLongBits(value);
    }

    public static long doubleToLongBits(double value) {
        return value != value ? 0x7ff8000000000000L : Intrinsics.doubleToBits(value);
    }

    public static long doubleToRawLongBits(double value) {
        return Intrinsics.doubleToBits(value);
    }

    public static double longBitsToDouble(long bits) {
        return Intrinsics.bitsToDouble(bits);
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(double value) {
        if (value != value) {
            return "NaN";
        }
        if (isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        if (Intrinsics.abs(value) < 1e7 && (double) (int) value == value) {
            int whole = (int) value;
            return whole == 0 && 1 / value < 0 ? "-0.0" : Integer.toString(whole).concat(".0");
        }
        return FloatingDecimal.toJavaFormatString(value);
    }

    public static String toHexString(double value) {
        return Hexadecimal.of(value);
    }

    public static double parseDouble(String text) {
        return FloatingDecimal.parseDouble(text);
    }

    public int compareTo(Double other) {
        return compare(value, other.value);
    }

    public static int compare(double a, double b) {
        if (a < b) {
            return -1;
        }
        if (a > b) {
            return 1;
        }
        return Long.compare(doubleToLongBits(a), doubleToLongBits(b));
    }

    public static double sum(double a, double b) {
        return a + b;
    }

    public static double max(double a, double b) {
        return Math.max(a, b);
    }

    public static double min(double a, double b) {
        return Math.min(a, b);
    }
}
