package java.lang.reflect;

import klew.runtime.Failures;
import klew.runtime.Intrinsics;

/** Arrays of a type that is known when the program runs. */
public final class Array {
    private Array() {}

    public static Object newInstance(Class<?> component, int length) {
        if (component == null) {
            throw new NullPointerException();
        }
        if (length < 0) {
            throw (RuntimeException) Failures.negativeSize(length);
        }
        return Intrinsics.newArray(component, length);
    }

    public static Object newInstance(Class<?> component, int... lengths) {
        if (lengths.length == 1) {
            return newInstance(component, lengths[0]);
        }
        throw Intrinsics.unsupported("Array.newInstance of several dimensions");
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

    public static Object get(Object array, int index) {
        if (array instanceof Object[]) {
            return ((Object[]) array)[index];
        }
        if (array instanceof int[]) {
            return ((int[]) array)[index];
        }
        throw Intrinsics.unsupported("Array.get of other than references and int");
    }

    public static void set(Object array, int index, Object value) {
        if (array instanceof Object[]) {
            ((Object[]) array)[index] = value;
            return;
        }
        throw Intrinsics.unsupported("Array.set of other than references");
    }
}
