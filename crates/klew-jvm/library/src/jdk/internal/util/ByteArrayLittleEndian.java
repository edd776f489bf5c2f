package jdk.internal.util;

import java.util.Objects;
import klew.runtime.Intrinsics;

/** Numbers in arrays of bytes, the lowest byte first. */
public final class ByteArrayLittleEndian {
    private ByteArrayLittleEndian() {}

    public static boolean getBoolean(byte[] bytes, int index) {
        return bytes[index] != 0;
    }

    public static char getChar(byte[] bytes, int index) {
        return (char) getShort(bytes, index);
    }

    public static short getShort(byte[] bytes, int index) {
        Objects.checkFromIndexSize(index, 2, bytes.length);
        return (short) ((bytes[index] & 0xff) | (bytes[index + 1] & 0xff) << 8);
    }

    public static int getUnsignedShort(byte[] bytes, int index) {
        return getShort(bytes, index) & 0xffff;
    }

    public static int getInt(byte[] bytes, int index) {
        Objects.checkFromIndexSize(index, 4, bytes.length);
        return (bytes[index] & 0xff)
                | (bytes[index + 1] & 0xff) << 8
                | (bytes[index + 2] & 0xff) << 16
                | (bytes[index + 3] & 0xff) << 24;
    }

    public static long getLong(byte[] bytes, int index) {
        Objects.checkFromIndexSize(index, 8, bytes.length);
        long low = getInt(bytes, index);
        long high = getInt(bytes, index + 4);
        return high << 32 | low & 0xffffffffL;
    }

    public static float getFloat(byte[] bytes, int index) {
        return Intrinsics.bitsToFloat(getInt(bytes, index));
    }

    public static float getFloatRaw(byte[] bytes, int index) {
        return Intrinsics.bitsToFloat(getInt(bytes, index));
    }

    public static double getDouble(byte[] bytes, int index) {
        return Intrinsics.bitsToDouble(getLong(bytes, index));
    }

    public static double getDoubleRaw(byte[] bytes, int index) {
        return Intrinsics.bitsToDouble(getLong(bytes, index));
    }

    public static void setBoolean(byte[] bytes, int index, boolean value) {
        bytes[index] = (byte) (value ? 1 : 0);
    }

    public static void setChar(byte[] bytes, int index, char value) {
        setUnsignedShort(bytes, index, value);
    }

    public static void setShort(byte[] bytes, int index, short value) {
        setUnsignedShort(bytes, index, value);
    }

    public static void setUnsignedShort(byte[] bytes, int index, int value) {
        Objects.checkFromIndexSize(index, 2, bytes.length);
        bytes[index] = (byte) value;
        bytes[index + 1] = (byte) (value >> 8);
    }

    public static void setInt(byte[] bytes, int index, int value) {
        Objects.checkFromIndexSize(index, 4, bytes.length);
        bytes[index] = (byte) value;
        bytes[index + 1] = (byte) (value >> 8);
        bytes[index + 2] = (byte) (value >> 16);
        bytes[index + 3] = (byte) (value >> 24);
    }

    public static void setLong(byte[] bytes, int index, long value) {
        Objects.checkFromIndexSize(index, 8, bytes.length);
        setInt(bytes, index, (int) value);
        setInt(bytes, index + 4, (int) (value >> 32));
    }

    public static void setFloat(byte[] bytes, int index, float value) {
        setInt(bytes, index, Float.floatToIntBits(value));
    }

    public static void setFloatRaw(byte[] bytes, int index, float value) {
        setInt(bytes, index, Float.floatToRawIntBits(value));
    }

    public static void setDouble(byte[] bytes, int index, double value) {
        setLong(bytes, index, Double.doubleToLongBits(value));
    }

    public static void setDoubleRaw(byte[] bytes, int index, double value) {
        setLong(bytes, index, Double.doubleToRawLongBits(value));
    }
}
