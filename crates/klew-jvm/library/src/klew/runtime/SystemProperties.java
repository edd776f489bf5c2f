package klew.runtime;

/**
 * System properties: those of the JDK in use, those of the machine and the user, which are any strings, and those
 * that the program sets. By the names of the methods that ask for inputs klew-report's java/surroundings.rs knows
 * them: change both.
 */
public final class SystemProperties {
    /** The values of properties of the machine and the user have at most so many characters. */
    private static final int MOST = 12;

    /** A property; one that is cleared has no value. */
    private static final class Property {
        final String key;
        String value;
        final Property next;

        Property(String key, String value, Property next) {
            this.key = key;
            this.value = value;
            this.next = next;
        }
    }

    private static Property first;

    private SystemProperties() {}

    private static Property find(String key) {
        Property property = first;
        while (property != null && !property.key.equals(key)) {
            property = property.next;
        }
        return property;
    }

    private static void check(String key) {
        if (key == null) {
            throw new NullPointerException("key can't be null");
        }
        if (key.isEmpty()) {
            throw new IllegalArgumentException("key can't be empty");
        }
    }

    /** The JDK sets a property. */
    public static void given(String key, String value) {
        first = new Property(key, value, first);
    }

    /** As `System.getProperty`. */
    public static String get(String key) {
        check(key);
        Property property = find(key);
        if (property != null) {
            return property.value;
        }
        if (!isOfMachine(key)) {
            if (isOfJava(key)) {
                throw Intrinsics.unsupported("a system property that few programs ask for");
            }
            return null;
        }
        propertyName(key);
        String value = propertyValue(propertyLength());
        first = new Property(key, value, first);
        return value;
    }

    /** As `System.setProperty`. */
    public static String set(String key, String value) {
        check(key);
        if (value == null) {
            throw new NullPointerException();
        }
        return change(key, value);
    }

    /** As `System.clearProperty`. */
    public static String clear(String key) {
        check(key);
        return change(key, null);
    }

    private static String change(String key, String value) {
        String old = get(key);
        Property property = find(key);
        if (property == null) {
            first = new Property(key, value, first);
        } else {
            property.value = value;
        }
        return old;
    }

    /** Whether it is set by the machine or the user, to any string. */
    private static boolean isOfMachine(String key) {
        switch (key) {
            case "user.dir":
            case "user.home":
            case "user.name":
            case "java.io.tmpdir":
            case "java.home":
            case "java.class.path":
            case "os.version":
            case "os.arch":
                return true;
            default:
                return false;
        }
    }

    private static boolean isOfJava(String key) {
        return key.startsWith("java.") || key.startsWith("sun.") || key.startsWith("jdk.")
                || key.startsWith("user.") || key.startsWith("os.");
    }

    /** The key is told as an input, so that whoever reads the inputs knows it. */
    private static void propertyName(String key) {
        char[] content = new char[key.length()];
        Intrinsics.inputChars(content);
        int different = 0;
        for (int i = 0; i < content.length; i++) {
            different |= content[i] ^ key.charAt(i);
        }
        Intrinsics.assume(different == 0);
    }

    private static int propertyLength() {
        int length = Intrinsics.inputInt();
        Intrinsics.assume(length >= 0);
        for (int known = 0; known <= MOST; known++) {
            if (length == known) {
                return known;
            }
        }
        throw Intrinsics.bound("system properties of the machine and the user have at most 12 characters");
    }

    private static String propertyValue(int length) {
        char[] content = new char[length];
        if (length > 0) {
            Intrinsics.inputChars(content);
            Inputs.assumeOrdinary(content);
        }
        return Inputs.string(content);
    }
}
