package java.lang.reflect;

import klew.runtime.Failures;
import klew.runtime.Intrinsics;

/**
 * Arrays of a type that is known when the program runs. As in the JVM, exceptions about an index have no message, and a value
 * is widened but never narrowed.
 */
public final class Array {
    private Array() {}

    public static Object newInstance(Class<?> component, int length) {
        if (component == null) {
            throw new NullPointerException();
        }
        if (length < 0) {
            throw (RuntimeException) Failures.negativeSize(length);
        }
        return component.isPrimitive() ? ofPrimitives(component, length) : Intrinsics.newArray(component, length);
    }

    public static Object newInstance(Class<?> component, int... lengths) {
        if (component == null || lengths == null) {
            throw new NullPointerException();
        }
        if (lengths.length == 0 || component == void.class) {
            throw new IllegalArgumentException();
        }
        if (lengths.length == 1) {
            return newInstance(component, lengths[0]);
        }
        throw Intrinsics.unsupported("Array.newInstance of several dimensions");
    }

    private static Object ofPrimitives(Class<?> component, int length) {
        if (component == int.class) {
            return new int[length];
        }
        if (component == char.class) {
            return new char[length];
        }
        if (component == byte.class) {
            return new byte[length];
        }
        if (component == long.class) {
            return new long[length];
        }
        if (component == double.class) {
            return new double[length];
        }
        if (component == boolean.class) {
            return new boolean[length];
        }
        if (component == short.class) {
            return new short[length];
        }
        if (component == float.class) {
            return new float[length];
        }
        throw new IllegalArgumentException();
    }

    public static int getLength(Object array) {
        if (array instanceof Object[]) {
            return ((Object[]) array).length;
        }
        if (array instanceof int[]) {
            return ((int[]) array).length;
        }
        if (array instanceof char[]) {
            return ((char[]) array).length;
        }
        if (array instanceof byte[]) {
            return ((byte[]) array).length;
        }
        if (array instanceof long[]) {
            return ((long[]) array).length;
        }
        if (array instanceof double[]) {
            return ((double[]) array).length;
        }
        if (array instanceof boolean[]) {
            return ((boolean[]) array).length;
        }
        if (array instanceof short[]) {
            return ((short[]) array).length;
        }
        if (array instanceof float[]) {
            return ((float[]) array).length;
        }
        if (array == null) {
            throw new NullPointerException();
        }
        throw new IllegalArgumentException("Argument is not an array");
    }

    private static void check(int index, int length) {
        if (index < 0 || index >= length) {
            throw new ArrayIndexOutOfBoundsException();
        }
    }

    /** Whether it is an array of primitives that has such an element. */
    private static void checkPrimitive(Object array, int index) {
        int length = getLength(array);
        if (array instanceof Object[]) {
            throw new IllegalArgumentException("Argument is not an array of primitive type");
        }
        check(index, length);
    }

    private static IllegalArgumentException mismatch() {
        return new IllegalArgumentException("argument type mismatch");
    }

    public static Object get(Object array, int index) {
        check(index, getLength(array));
        if (array instanceof Object[]) {
            return ((Object[]) array)[index];
        }
        if (array instanceof int[]) {
            return ((int[]) array)[index];
        }
        if (array instanceof char[]) {
            return ((char[]) array)[index];
        }
        if (array instanceof byte[]) {
            return ((byte[]) array)[index];
        }
        if (array instanceof long[]) {
            return ((long[]) array)[index];
        }
        if (array instanceof double[]) {
            return ((double[]) array)[index];
        }
        if (array instanceof boolean[]) {
            return ((boolean[]) array)[index];
        }
        return array instanceof short[] ? (Object) ((short[]) array)[index] : (Object) ((float[]) array)[index];
    }

    public static boolean getBoolean(Object array, int index) {
        checkPrimitive(array, index);
        if (array instanceof boolean[]) {
            return ((boolean[]) array)[index];
        }
        throw mismatch();
    }

    public static byte getByte(Object array, int index) {
        checkPrimitive(array, index);
        if (array instanceof byte[]) {
            return ((byte[]) array)[index];
        }
        throw mismatch();
    }

    public static char getChar(Object array, int index) {
        checkPrimitive(array, index);
        if (array instanceof char[]) {
            return ((char[]) array)[index];
        }
        throw mismatch();
    }

    public static short getShort(Object array, int index) {
        checkPrimitive(array, index);
        return array instanceof short[] ? ((short[]) array)[index] : getByte(array, index);
    }

    public static int getInt(Object array, int index) {
        checkPrimitive(array, index);
        if (array instanceof int[]) {
            return ((int[]) array)[index];
        }
        return array instanceof char[] ? ((char[]) array)[index] : getShort(array, index);
    }

    public static long getLong(Object array, int index) {
        checkPrimitive(array, index);
        return array instanceof long[] ? ((long[]) array)[index] : getInt(array, index);
    }

    public static float getFloat(Object array, int index) {
        checkPrimitive(array, index);
        return array instanceof float[] ? ((float[]) array)[index] : getLong(array, index);
    }

    public static double getDouble(Object array, int index) {
        checkPrimitive(array, index);
        if (array instanceof double[]) {
            return ((double[]) array)[index];
        }
        return array instanceof float[] ? ((float[]) array)[index] : getLong(array, index);
    }

    public static void set(Object array, int index, Object value) {
        int length = getLength(array);
        if (array instanceof Object[]) {
            check(index, length);
            try {
                ((Object[]) array)[index] = value;
            } catch (ArrayStoreException e) {
                throw new IllegalArgumentException("array element type mismatch");
            }
            return;
        }
        if (value == null) {
            throw new IllegalArgumentException();
        }
        check(index, length);
        if (value instanceof Integer) {
            setInt(array, index, (Integer) value);
        } else if (value instanceof Character) {
            setChar(array, index, (Character) value);
        } else if (value instanceof Byte) {
            setByte(array, index, (Byte) value);
        } else if (value instanceof Long) {
            setLong(array, index, (Long) value);
        } else if (value instanceof Double) {
            setDouble(array, index, (Double) value);
        } else if (value instanceof Boolean) {
            setBoolean(array, index, (Boolean) value);
        } else if (value instanceof Short) {
            setShort(array, index, (Short) value);
        } else if (value instanceof Float) {
            setFloat(array, index, (Float) value);
        } else {
            throw mismatch();
        }
    }

    public static void setBoolean(Object array, int index, boolean value) {
        checkPrimitive(array, index);
        if (!(array instanceof boolean[])) {
            throw mismatch();
        }
        ((boolean[]) array)[index] = value;
    }

    public static void setByte(Object array, int index, byte value) {
        checkPrimitive(array, index);
        if (array instanceof byte[]) {
            ((byte[]) array)[index] = value;
        } else {
            setShort(array, index, value);
        }
    }

    public static void setChar(Object array, int index, char value) {
        checkPrimitive(array, index);
        if (array instanceof char[]) {
            ((char[]) array)[index] = value;
        } else {
            setInt(array, index, value);
        }
    }

    public static void setShort(Object array, int index, short value) {
        checkPrimitive(array, index);
        if (array instanceof short[]) {
            ((short[]) array)[index] = value;
        } else {
            setInt(array, index, value);
        }
    }

    public static void setInt(Object array, int index, int value) {
        checkPrimitive(array, index);
        if (array instanceof int[]) {
            ((int[]) array)[index] = value;
        } else {
            setLong(array, index, value);
        }
    }

    public static void setLong(Object array, int index, long value) {
        checkPrimitive(array, index);
        if (array instanceof long[]) {
            ((long[]) array)[index] = value;
        } else if (array instanceof float[]) {
            ((float[]) array)[index] = value;
        } else {
            setDouble(array, index, value);
        }
    }

    public static void setFloat(Object array, int index, float value) {
        checkPrimitive(array, index);
        if (array instanceof float[]) {
            ((float[]) array)[index] = value;
        } else {
            setDouble(array, index, value);
        }
    }

    public static void setDouble(Object array, int index, double value) {
        checkPrimitive(array, index);
        if (!(array instanceof double[])) {
            throw mismatch();
        }
        ((double[]) array)[index] = value;
    }
}
