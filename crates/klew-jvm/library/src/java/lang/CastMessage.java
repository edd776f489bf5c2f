package java.lang;

import klew.runtime.Intrinsics;

/** What the JVM says of a cast that fails: the classes, and the modules that they are from. */
final class CastMessage {
    private static final String BASE = "module java.base of loader 'bootstrap'";
    private static final String USER = "unnamed module of loader 'app'";

    private CastMessage() {}

    static String of(Class<?> from, Class<?> to) {
        if (to == null) {
            throw unknown();
        }
        String source = from.getName();
        String target = to.getName();
        String home = module(from);
        String other = module(to);
        String where = home == other
                ? source + " and " + target + " are in " + home
                : source + " is in " + home + "; " + target + " is in " + other;
        return "class " + source + " cannot be cast to class " + target + " (" + where + ")";
    }

    private static RuntimeException unknown() {
        return Intrinsics.unsupported("the message of a ClassCastException that the JVM throws");
    }

    private static String module(Class<?> type) {
        Class<?> inner = type;
        while (inner.isArray()) {
            inner = inner.getComponentType();
        }
        if (inner.isPrimitive()) {
            return BASE;
        }
        if (inner.desiredAssertionStatus()) {
            return USER;
        }
        // Other packages may be of other modules.
        if (isNamedAsInJdk(inner.getName())) {
            switch (inner.getPackageName()) {
                case "java.lang":
                case "java.io":
                case "java.math":
                case "java.util":
                case "java.util.function":
                case "java.util.concurrent":
                    return BASE;
                default:
            }
        }
        throw unknown();
    }

    /** Models may have nested classes of other names than the JDK's; most of java.util has no models. */
    private static boolean isNamedAsInJdk(String name) {
        int nested = name.indexOf('$');
        if (nested < 0) {
            return true;
        }
        switch (name.substring(0, nested)) {
            case "java.util.ImmutableCollections":
            case "java.util.HashMap":
            case "java.util.TreeMap":
            case "java.util.LinkedHashMap":
            case "java.util.Collections":
                return true;
            default:
                return false;
        }
    }
}
