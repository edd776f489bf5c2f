package klew.runtime;

/** Input strings. */
public final class Inputs {
    /** Longer strings are not looked at, which is said where one would be asked for. */
    private static final int MOST = 32;

    /** Set where arrays of unknown lengths are no trouble, so that no path is made for each length. */
    private static boolean anyLength;

    private Inputs() {}

    /** A string of this content, which is not copied. */
    public static String string(char[] content) {
        return String.sharing(content);
    }

    /** Of strings that come from outside: no character is 0 or half of one beyond the basic plane. */
    static void assumeOrdinary(char[] content) {
        for (int i = 0; i < content.length; i++) {
            char c = content[i];
            Intrinsics.assume(c != 0);
            Intrinsics.assume((c - 0xd800 & 0xffff) >= 0x800);
        }
    }

    /** An array for an input of that length: on each path the length is a number. */
    public static char[] characters(int length) {
        if (length < 0) {
            Intrinsics.assume(false);
        }
        if (anyLength) {
            if (length <= MOST) {
                return new char[length];
            }
            throw Intrinsics.bound("input strings have at most 32 characters");
        }
        for (int known = 0; known <= MOST; known++) {
            if (length == known) {
                return new char[known];
            }
        }
        throw Intrinsics.bound("input strings have at most 32 characters");
    }
}
