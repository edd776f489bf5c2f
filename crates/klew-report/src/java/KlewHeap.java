import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import sun.misc.Unsafe;

/**
 * Builds objects without running constructors, and calls methods whether or not they are private. Written by
 * klew.
 */
public final class KlewHeap {
    private static final Unsafe UNSAFE = unsafe();

    private KlewHeap() {}

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    /** The type of that name: int, java.lang.String, pkg.Outer$Inner, int[][]. */
    public static Class<?> type(String name) throws ClassNotFoundException {
        if (name.endsWith("[]")) {
            return Array.newInstance(type(name.substring(0, name.length() - 2)), 0).getClass();
        }
        switch (name) {
            case "boolean":
                return boolean.class;
            case "byte":
                return byte.class;
            case "char":
                return char.class;
            case "short":
                return short.class;
            case "int":
                return int.class;
            case "long":
                return long.class;
            case "float":
                return float.class;
            case "double":
                return double.class;
            default:
                return Class.forName(name);
        }
    }

    /** An object whose fields are all zero. */
    public static Object object(String type) throws ReflectiveOperationException {
        return UNSAFE.allocateInstance(type(type));
    }

    /** An array whose elements are all zero; the type is that of the array. */
    public static Object array(String type, int length) throws ReflectiveOperationException {
        return Array.newInstance(type(type).getComponentType(), length);
    }

    /** The constant of an enumeration, whose type may be that of one constant with a body. */
    public static Object constant(String type, int ordinal) throws ReflectiveOperationException {
        Class<?> named = type(type);
        Class<?> enumeration = named.isEnum() ? named : named.getSuperclass();
        return enumeration.getEnumConstants()[ordinal];
    }

    /** Sets a field, whatever its modifiers are. */
    public static void set(Object object, String name, Object value)
            throws ReflectiveOperationException {
        Field field = find(object.getClass(), name, false);
        put(object, offset(field), field.getType(), value);
    }

    /** Sets a static field. */
    public static void setStatic(String type, String name, Object value)
            throws ReflectiveOperationException {
        Field field = find(type(type), name, true);
        Class<?> owner = field.getDeclaringClass();
        Class.forName(owner.getName(), true, owner.getClassLoader()); // Initialises it.
        Object base = UNSAFE.staticFieldBase(field);
        put(base, UNSAFE.staticFieldOffset(field), field.getType(), value);
    }

    /** The value of a field, or of the element [i] of an array. */
    public static Object get(Object object, String name) throws ReflectiveOperationException {
        if (name.startsWith("[")) {
            return Array.get(object, Integer.parseInt(name.substring(1, name.length() - 1)));
        }
        Field field = find(object.getClass(), name, false);
        return read(object, offset(field), field.getType());
    }

    private static Object read(Object base, long offset, Class<?> type) {
        if (type == boolean.class) {
            return UNSAFE.getBoolean(base, offset);
        } else if (type == byte.class) {
            return UNSAFE.getByte(base, offset);
        } else if (type == char.class) {
            return UNSAFE.getChar(base, offset);
        } else if (type == short.class) {
            return UNSAFE.getShort(base, offset);
        } else if (type == int.class) {
            return UNSAFE.getInt(base, offset);
        } else if (type == long.class) {
            return UNSAFE.getLong(base, offset);
        } else if (type == float.class) {
            return UNSAFE.getFloat(base, offset);
        } else if (type == double.class) {
            return UNSAFE.getDouble(base, offset);
        }
        return UNSAFE.getObject(base, offset);
    }

    /** Sets an element of an array. */
    public static void setElement(Object array, int index, Object value) {
        Array.set(array, index, value);
    }

    private static Field find(Class<?> type, String name, boolean isStatic)
            throws NoSuchFieldException {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            for (Field field : one.getDeclaredFields()) {
                boolean same = Modifier.isStatic(field.getModifiers()) == isStatic;
                if (same && named(one, field, name)) {
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(type.getName() + "." + name);
    }

    /** Fields that a subclass hides are given with the name of their class. */
    private static boolean named(Class<?> type, Field field, String name) {
        return field.getName().equals(name) || (type.getName() + "." + field.getName()).equals(name);
    }

    private static long offset(Field field) throws ReflectiveOperationException {
        try {
            return UNSAFE.objectFieldOffset(field);
        } catch (UnsupportedOperationException error) {
            // Fields of records; this needs --add-opens java.base/jdk.internal.misc=ALL-UNNAMED.
            Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
            Object unsafe = type.getMethod("getUnsafe").invoke(null);
            return (Long) type.getMethod("objectFieldOffset", Field.class).invoke(unsafe, field);
        }
    }

    private static void put(Object base, long offset, Class<?> type, Object value) {
        if (type == boolean.class) {
            UNSAFE.putBoolean(base, offset, (Boolean) value);
        } else if (type == byte.class) {
            UNSAFE.putByte(base, offset, (Byte) value);
        } else if (type == char.class) {
            UNSAFE.putChar(base, offset, (Character) value);
        } else if (type == short.class) {
            UNSAFE.putShort(base, offset, (Short) value);
        } else if (type == int.class) {
            UNSAFE.putInt(base, offset, (Integer) value);
        } else if (type == long.class) {
            UNSAFE.putLong(base, offset, (Long) value);
        } else if (type == float.class) {
            UNSAFE.putFloat(base, offset, (Float) value);
        } else if (type == double.class) {
            UNSAFE.putDouble(base, offset, (Double) value);
        } else {
            UNSAFE.putObject(base, offset, type.cast(value));
        }
    }

    /** Calls a method, or a constructor if its name is &lt;init&gt;; the target of a static one is null. */
    public static Object call(
            String type, String name, String[] parameterTypes, Object target, Object... arguments)
            throws Throwable {
        Class<?>[] types = new Class<?>[parameterTypes.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = type(parameterTypes[i]);
        }
        try {
            if (name.equals("<init>")) {
                Constructor<?> constructor = type(type).getDeclaredConstructor(types);
                constructor.setAccessible(true);
                return constructor.newInstance(arguments);
            }
            Method method = method(type(type), name, types);
            method.setAccessible(true);
            return method.invoke(target, arguments);
        } catch (InvocationTargetException error) {
            throw error.getCause();
        }
    }

    private static Method method(Class<?> type, String name, Class<?>[] types)
            throws NoSuchMethodException {
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            try {
                return one.getDeclaredMethod(name, types);
            } catch (NoSuchMethodException error) {
                continue; // The superclass may have it.
            }
        }
        return type.getMethod(name, types);
    }
}
