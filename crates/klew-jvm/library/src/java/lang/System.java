package java.lang;

import java.io.Console;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.Properties;
import klew.runtime.Clock;
import klew.runtime.Environment;
import klew.runtime.Identity;
import klew.runtime.Intrinsics;
import klew.runtime.Output;
import klew.runtime.StandardInput;
import klew.runtime.SystemProperties;

/** The outside world: output is dropped, clocks are inputs. */
public final class System {
    public static final InputStream in = new StandardInput();
    public static final PrintStream out = new Output();
    public static final PrintStream err = new Output();

    private System() {}

    public static void setIn(InputStream stream) {
        throw Intrinsics.unsupported("System.setIn");
    }

    public static void setOut(PrintStream stream) {
        throw Intrinsics.unsupported("System.setOut");
    }

    public static void setErr(PrintStream stream) {
        throw Intrinsics.unsupported("System.setErr");
    }

    public static Console console() {
        return null;
    }

    public static long currentTimeMillis() {
        return Clock.milliseconds();
    }

    public static long nanoTime() {
        return Clock.nanoseconds();
    }

    public static int identityHashCode(Object object) {
        return object == null ? 0 : Identity.of(object);
    }

    public static void exit(int status) {
        throw Intrinsics.exit();
    }

    public static void gc() {}

    public static void runFinalization() {}

    public static SecurityManager getSecurityManager() {
        return null;
    }

    public static String lineSeparator() {
        return "\n";
    }

    public static Properties getProperties() {
        throw Intrinsics.unsupported("System.getProperties");
    }

    public static String getProperty(String key) {
        return SystemProperties.get(key);
    }

    public static String getProperty(String key, String other) {
        String value = SystemProperties.get(key);
        return value == null ? other : value;
    }

    public static String setProperty(String key, String value) {
        return SystemProperties.set(key, value);
    }

    public static String clearProperty(String key) {
        return SystemProperties.clear(key);
    }

    public static String getenv(String name) {
        return Environment.get(name);
    }

    public static Map<String, String> getenv() {
        throw Intrinsics.unsupported("the whole environment as a map");
    }

    /** The kind of an array is what the JVM calls it: the type of its elements, or "object array". */
    private static void check(int from, int sourceLength, int to, int targetLength, int count, String kind) {
        if (from < 0 || to < 0 || count < 0 || from > sourceLength - count || to > targetLength - count) {
            throw outside(from, sourceLength, to, targetLength, count, kind);
        }
    }

    private static ArrayIndexOutOfBoundsException outside(
            int from, int sourceLength, int to, int targetLength, int count, String kind) {
        String message;
        if (from < 0) {
            message = "source index " + from + " out of bounds for " + kind + "[" + sourceLength + "]";
        } else if (to < 0) {
            message = "destination index " + to + " out of bounds for " + kind + "[" + targetLength + "]";
        } else if (count < 0) {
            message = "length " + count + " is negative";
        } else if (from > sourceLength - count) {
            // The sum is a number without sign.
            message = "last source index " + ((long) from + count) + " out of bounds for " + kind + "["
                    + sourceLength + "]";
        } else {
            message = "last destination index " + ((long) to + count) + " out of bounds for " + kind + "["
                    + targetLength + "]";
        }
        return new ArrayIndexOutOfBoundsException("arraycopy: " + message);
    }

    private static void copyObjects(Object[] source, int from, Object[] target, int to, int count) {
        check(from, source.length, to, target.length, count, "object array");
        if (count == 0) {
            return;
        }
        if (source.getClass() == target.getClass() || target.getClass() == Object[].class) {
            Intrinsics.copy(source, from, target, to, count);
            return;
        }
        Class<?> wanted = target.getClass().getComponentType();
        Class<?> given = source.getClass().getComponentType();
        for (int i = 0; i < count; i++) {
            Object one = source[from + i];
            if (one != null && !wanted.isInstance(one)) {
                // What was copied before stays.
                throw new ArrayStoreException(given.isAssignableFrom(wanted)
                        ? "arraycopy: element type mismatch: can not cast one of the elements of " + given.getTypeName()
                                + "[] to the type of the destination array, " + wanted.getTypeName()
                        : "arraycopy: type mismatch: can not copy " + given.getTypeName() + "[] into "
                                + wanted.getTypeName() + "[]");
            }
            target[to + i] = one;
        }
    }

    private static void copyArray(char[] source, int from, char[] target, int to, int count) {
        check(from, source.length, to, target.length, count, "char");
        if (count > 0) {
            Intrinsics.copy(source, from, target, to, count);
        }
    }

    private static void copyArray(int[] source, int from, int[] target, int to, int count) {
        check(from, source.length, to, target.length, count, "int");
        if (count > 0) {
            Intrinsics.copy(source, from, target, to, count);
        }
    }

    private static void copyArray(byte[] source, int from, byte[] target, int to, int count) {
        check(from, source.length, to, target.length, count, "byte");
        if (count > 0) {
            Intrinsics.copy(source, from, target, to, count);
        }
    }

    private static void copyArray(long[] source, int from, long[] target, int to, int count) {
        check(from, source.length, to, target.length, count, "long");
        if (count > 0) {
            Intrinsics.copy(source, from, target, to, count);
        }
    }

    private static void copyArray(double[] source, int from, double[] target, int to, int count) {
        check(from, source.length, to, target.length, count, "double");
        if (count > 0) {
            Intrinsics.copy(source, from, target, to, count);
        }
    }

    private static void copyArray(float[] source, int from, float[] target, int to, int count) {
        check(from, source.length, to, target.length, count, "float");
        if (count > 0) {
            Intrinsics.copy(source, from, target, to, count);
        }
    }

    private static void copyArray(boolean[] source, int from, boolean[] target, int to, int count) {
        check(from, source.length, to, target.length, count, "boolean");
        if (count > 0) {
            Intrinsics.copy(source, from, target, to, count);
        }
    }

    private static void copyArray(short[] source, int from, short[] target, int to, int count) {
        check(from, source.length, to, target.length, count, "short");
        if (count > 0) {
            Intrinsics.copy(source, from, target, to, count);
        }
    }

    public static void arraycopy(Object source, int from, Object target, int to, int count) {
        if (source == null || target == null) {
            throw new NullPointerException();
        }
        if (source instanceof Object[] && target instanceof Object[]) {
            copyObjects((Object[]) source, from, (Object[]) target, to, count);
        } else if (source instanceof char[] && target instanceof char[]) {
            copyArray((char[]) source, from, (char[]) target, to, count);
        } else if (source instanceof int[] && target instanceof int[]) {
            copyArray((int[]) source, from, (int[]) target, to, count);
        } else if (source instanceof byte[] && target instanceof byte[]) {
            copyArray((byte[]) source, from, (byte[]) target, to, count);
        } else if (source instanceof long[] && target instanceof long[]) {
            copyArray((long[]) source, from, (long[]) target, to, count);
        } else if (source instanceof double[] && target instanceof double[]) {
            copyArray((double[]) source, from, (double[]) target, to, count);
        } else if (source instanceof float[] && target instanceof float[]) {
            copyArray((float[]) source, from, (float[]) target, to, count);
        } else if (source instanceof boolean[] && target instanceof boolean[]) {
            copyArray((boolean[]) source, from, (boolean[]) target, to, count);
        } else if (source instanceof short[] && target instanceof short[]) {
            copyArray((short[]) source, from, (short[]) target, to, count);
        } else {
            throw new ArrayStoreException("arraycopy: " + mismatch(source.getClass(), target.getClass()));
        }
    }

    private static String mismatch(Class<?> source, Class<?> target) {
        if (!source.isArray()) {
            return "source type " + source.getTypeName() + " is not an array";
        }
        if (!target.isArray()) {
            return "destination type " + target.getTypeName() + " is not an array";
        }
        return "type mismatch: can not copy " + kind(source) + " into " + kind(target);
    }

    private static String kind(Class<?> array) {
        Class<?> component = array.getComponentType();
        return component.isPrimitive() ? component.getTypeName() + "[]" : "object array[]";
    }
}
