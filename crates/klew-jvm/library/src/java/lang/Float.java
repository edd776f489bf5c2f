package java.lang;

import jdk.internal.math.FloatingDecimal;
import klew.runtime.Intrinsics;

/** `float` in an object, and its functions; digits are computed by the JDK's own class. */
public final class Float extends Number implements Comparable<Float> {
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 0x1.fffffeP+127f;
    public static final float MIN_NORMAL = 0x1.0p-126f;
    public static final float MIN_VALUE = 0x0.000002P-126f;
    public static final int MAX_EXPONENT = 127;
    public static final int MIN_EXPONENT = -126;
    public static final int SIZE = 32;
    public static final int PRECISION = 24;
    public static final int BYTES = 4;
    public static final Class<Float> TYPE = (Class<Float>) Intrinsics.primitive("float");

    private final float value;

    public Float(float value) {
        this.value = value;
    }

    public Float(String text) {
        this.value = parseFloat(text);
    }

    public Float(double value) {
        this.value = (float) value;
    }

    public static Float valueOf(float value) {
        return new Float(value);
    }

    public static Float valueOf(String text) {
        return new Float(parseFloat(text));
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
        return value;
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

    public static boolean isNaN(float value) {
        return value != value;
    }

    public static boolean isInfinite(float value) {
        return Intrinsics.abs(value) > MAX_VALUE;
    }

    public static boolean isFinite(float value) {
        return Intrinsics.abs(value) <= MAX_VALUE;
    }

    public int hashCode() {
        return hashCode(value);
    }

    public static int hashCode(float value) {
        return floatToIntBits(value);
    }

    public boolean equals(Object other) {
        return other instanceof Float
                && floatToIntBits(((Float) other).value) == floatToIntBits(value);
    }

    public static int floatToIntBits(float value) {
        return value != value ? 0x7fc00000 : Intrinsics.floatToBits(value);
    }

    public static int floatToRawIntBits(float value) {
        return Intrinsics.floatToBits(value);
    }

    public static float intBitsToFloat(int bits) {
        return Intrinsics.bitsToFloat(bits);
    }

    public String toString() {
        return toString(value);
    }

    public static String toString(float value) {
        if (value != value) {
            return "NaN";
        }
        if (isInfinite(value)) {
            return value > 0 ? "Infinity" : "-Infinity";
        }
        if (Intrinsics.abs(value) < 1e7f && (float) (int) value == value) {
            int whole = (int) value;
            return whole == 0 && 1 / value < 0 ? "-0.0" : Integer.toString(whole).concat(".0");
        }
        return FloatingDecimal.toJavaFormatString(value);
    }

    public static String toHexString(float value) {
        if (value != 0 && Math.abs(value) < MIN_NORMAL) {
            // As a double it is not subnormal, but it is written as if it were.
            String text = Double.toHexString(Math.scalb((double) value, Double.MIN_EXPONENT - MIN_EXPONENT));
            return text.substring(0, text.length() - "p-1022".length()) + "p-126";
        }
        return Double.toHexString(value);
    }

    public static float parseFloat(String text) {
        return FloatingDecimal.parseFloat(text);
    }

    public int compareTo(Float other) {
        return compare(value, other.value);
    }

    public static int compare(float a, float b) {
        if (a < b) {
            return -1;
        }
        if (a > b) {
            return 1;
        }
        return Integer.compare(floatToIntBits(a), floatToIntBits(b));
    }

    public static float sum(float a, float b) {
        return a + b;
    }

    public static float max(float a, float b) {
        return Math.max(a, b);
    }

    public static float min(float a, float b) {
        return Math.min(a, b);
    }
}
