package klew.runtime;

/**
 * Identity hash codes: any number that a JVM may give, the same for the same object. Those of classes and of
 * the constants of the JDK's own enumerations are small and different: the JDK's tables of them would else need a path for
 * each order. The result says that this is taken for granted.
 */
public final class Identity {
    /** Arrays have no room for the number. */
    private static final class Numbered {
        final Object array;
        final int number;
        final Numbered next;

        Numbered(Object array, int number, Numbered next) {
            this.array = array;
            this.number = number;
            this.next = next;
        }
    }

    private static Numbered arrays;
    /** How many of the JDK's own objects have a number. */
    private static int given;

    private Identity() {}

    /** The hash code of an object, which is not null. */
    public static int of(Object object) {
        if (Intrinsics.classOf(object).isArray()) {
            return ofArray(object);
        }
        int number = Intrinsics.identityNumber(object);
        if (number == 0) {
            number = isOfJdk(object) ? ++given : identityHashCode();
            Intrinsics.identityNumber(object, number);
        }
        return number;
    }

    private static boolean isOfJdk(Object object) {
        return object instanceof Class
                || object instanceof Enum && !Intrinsics.classOf(object).desiredAssertionStatus();
    }

    private static int ofArray(Object array) {
        for (Numbered numbered = arrays; numbered != null; numbered = numbered.next) {
            if (numbered.array == array) {
                return numbered.number;
            }
        }
        arrays = new Numbered(array, identityHashCode(), arrays);
        return arrays.number;
    }

    /** The JVM gives 31 bits, not 0; others may share them. */
    private static int identityHashCode() {
        int number = Intrinsics.inputInt();
        Intrinsics.assume(number > 0);
        return number;
    }
}
