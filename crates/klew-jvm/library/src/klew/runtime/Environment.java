package klew.runtime;

/**
 * The environment's variables: those that are given, and others, which come into being when they are first asked for.
 * By the names of the methods that ask for inputs klew-report's java/surroundings.rs knows them: change both.
 */
public final class Environment {
    /** The values of variables that are not given have at most so many characters. */
    private static final int MOST = 8;

    /** A variable; one that is not set has no value. */
    private static final class Variable {
        final String name;
        final String value;
        final Variable next;

        Variable(String name, String value, Variable next) {
            this.name = name;
            this.value = value;
            this.next = next;
        }
    }

    private static Variable known;

    /** Whether there are no others. */
    private static boolean closed;

    private Environment() {}

    /** A variable is given. */
    public static void define(String name, String value) {
        known = new Variable(name, value, known);
    }

    /** A variable of at most so many characters is given. */
    public static void defineAny(String name, int most) {
        environmentName(name);
        Intrinsics.assume(environmentIsSet());
        known = new Variable(name, environmentValue(environmentLength(most, false)), known);
    }

    /** There are no others. */
    public static void close() {
        closed = true;
    }

    /** As `System.getenv`. */
    public static String get(String name) {
        if (name.isEmpty() || name.indexOf('\0') >= 0 || name.indexOf('=', 1) >= 0) {
            return null;
        }
        for (Variable variable = known; variable != null; variable = variable.next) {
            if (variable.name.equals(name)) {
                return variable.value;
            }
        }
        if (closed) {
            return null;
        }
        environmentName(name);
        String value = null;
        if (environmentIsSet()) {
            value = environmentValue(environmentLength(MOST, true));
        }
        known = new Variable(name, value, known);
        return value;
    }

    /** The name is told as an input, so that whoever reads the inputs knows it. */
    private static void environmentName(String name) {
        char[] content = new char[name.length()];
        if (content.length > 0) {
            Intrinsics.inputChars(content);
        }
        int different = 0;
        for (int i = 0; i < content.length; i++) {
            different |= content[i] ^ name.charAt(i);
        }
        Intrinsics.assume(different == 0);
    }

    private static boolean environmentIsSet() {
        return Intrinsics.inputBoolean();
    }

    private static int environmentLength(int most, boolean bounded) {
        int length = Intrinsics.inputInt();
        Intrinsics.assume(length >= 0);
        if (!bounded) {
            Intrinsics.assume(length <= most);
        }
        for (int known = 0; known <= most; known++) {
            if (length == known) {
                return known;
            }
        }
        throw Intrinsics.bound("values of environment variables have at most 8 characters");
    }

    private static String environmentValue(int length) {
        char[] content = new char[length];
        if (length > 0) {
            Intrinsics.inputChars(content);
            Inputs.assumeOrdinary(content);
        }
        return Inputs.string(content);
    }
}
