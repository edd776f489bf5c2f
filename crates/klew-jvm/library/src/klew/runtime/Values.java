package klew.runtime;

/** Hashes and comparisons of record components, and `==` of references to boxes. */
public final class Values {
    private Values() {}

    public static int hash(boolean value) {
        return Boolean.hashCode(value);
    }

    public static int hash(byte value) {
        return value;
    }

    public static int hash(char value) {
        return value;
    }

    public static int hash(short value) {
        return value;
    }

    public static int hash(int value) {
        return value;
    }

    public static int hash(long value) {
        return Long.hashCode(value);
    }

    public static int hash(float value) {
        return Float.hashCode(value);
    }

    public static int hash(double value) {
        return Double.hashCode(value);
    }

    public static int hash(Object value) {
        return value == null ? 0 : value.hashCode();
    }

    public static boolean same(boolean left, boolean right) {
        return left == right;
    }

    public static boolean same(byte left, byte right) {
        return left == right;
    }

    public static boolean same(char left, char right) {
        return left == right;
    }

    public static boolean same(short left, short right) {
        return left == right;
    }

    public static boolean same(int left, int right) {
        return left == right;
    }

    public static boolean same(long left, long right) {
        return left == right;
    }

    public static boolean same(float left, float right) {
        return Float.compare(left, right) == 0;
    }

    public static boolean same(double left, double right) {
        return Double.compare(left, right) == 0;
    }

    public static boolean same(Object left, Object right) {
        return Intrinsics.sameReference(left, right) || (left != null && left.equals(right));
    }

    /**
     * `left == right` where boxes may be compared: two boxes made by `valueOf` of one small value are one object, which
     * the models do not make so, as that would need a path for each value. Or constants of enumerations: an input stands for
     * that of its number.
     */
    public static boolean identical(Object left, Object right) {
        if (Intrinsics.sameReference(left, right)) {
            return true;
        }
        if (left == null || right == null) {
            return false;
        }
        if (left instanceof Integer && right instanceof Integer) {
            return ((Integer) left).isSame((Integer) right);
        }
        if (left instanceof Long && right instanceof Long) {
            return ((Long) left).isSame((Long) right);
        }
        if (left instanceof Character && right instanceof Character) {
            return ((Character) left).isSame((Character) right);
        }
        if (left instanceof Short && right instanceof Short) {
            return ((Short) left).isSame((Short) right);
        }
        if (left instanceof Byte && right instanceof Byte) {
            return ((Byte) left).isSame((Byte) right);
        }
        if (left instanceof Enum && right instanceof Enum) {
            return ((Enum<?>) left).isSameConstant((Enum<?>) right);
        }
        return false;
    }

    /**
     * The constant that an input stands for, if it is one of an enumeration, of which there are no other objects: that with
     * its number.
     */
    public static Object constant(Object input) {
        if (!(input instanceof Enum)) {
            return input;
        }
        Enum<?> given = (Enum<?>) input;
        Object[] constants = given.getDeclaringClass().getEnumConstants();
        int number = given.ordinal();
        Intrinsics.assume(number >= 0 && number < constants.length);
        return constants[number];
    }
}
