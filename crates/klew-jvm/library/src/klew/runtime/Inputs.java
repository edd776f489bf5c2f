package klew.runtime;

/** Strings for classes outside `java.lang`. */
public final class Inputs {
    private Inputs() {}

    /** A string of this content, which is not copied. */
    public static String string(char[] content) {
        return String.sharing(content);
    }
}
