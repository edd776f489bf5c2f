package klew.runtime;

/** Input strings. */
public final class Inputs {
    /** Longer strings are not looked at, which is said where one would be asked for; the command sets it. */
    private static int longest;

    /** Of strings of a known length up to this, characters are looked at one by one, also where others have any length. */
    private static final int SHORT = 2048;

    /** Set where arrays of unknown lengths are no trouble, so that no path is made for each length. */
    private static boolean anyLength;

    /** Set where strings of any length are looked at, for proofs only. */
    private static boolean everyLength;

    /**
     * Whether there is a string of any length, or one beyond the bound. Then models have no loops over what may be of any length: what
     * one would compute is any value that it may have.
     */
    private static boolean unbounded;

    private Inputs() {}

    /** Whether there is to be no loop of so many turns. */
    public static boolean isLong(int length) {
        return unbounded && (!Intrinsics.isKnown(length) || length > SHORT);
    }

    /** Whether there is a string of any length. */
    public static boolean isUnbounded() {
        return unbounded;
    }

    /** An array of that length that holds anything. */
    public static char[] anything(int length) {
        char[] content = new char[length];
        if (length > 0) {
            Intrinsics.inputChars(content);
        }
        return content;
    }

    /** A string of any length that holds anything. */
    public static String anyString() {
        int length = Intrinsics.approximateInt("the length of a string");
        Intrinsics.assume(length >= 0);
        return String.sharing(anything(length));
    }

    /** A number within these bounds, if there is one. */
    public static int between(int least, int most) {
        int number = Intrinsics.approximateInt("a place in a string of any length");
        Intrinsics.assume(number >= least && number <= most);
        return number;
    }

    /** Whether so many characters of both are the same. */
    public static boolean same(char[] left, int from, char[] right, int otherFrom, int count) {
        if (count <= 0 || left == right && from == otherFrom) {
            return true;
        }
        if (either()) {
            Intrinsics.assumeSame(left, from, right, otherFrom, count);
            return true;
        }
        int place = between(0, count - 1);
        Intrinsics.assume(Intrinsics.element(left, from + place) != Intrinsics.element(right, otherFrom + place));
        return false;
    }

    /** How both compare, as {@code String.compareTo} has it. */
    public static int compare(char[] left, char[] right) {
        if (left == right) {
            return 0;
        }
        int shorter = Math.min(left.length, right.length);
        int place = between(0, shorter);
        Intrinsics.assumeSame(left, 0, right, 0, place);
        if (place == shorter) {
            return left.length - right.length;
        }
        int difference = Intrinsics.element(left, place) - Intrinsics.element(right, place);
        Intrinsics.assume(difference != 0);
        return difference;
    }

    /** Some place of the character between these, or -1; the first, if that is asked for, else the last. */
    public static int place(char[] content, int first, int last, char character, boolean isFirst) {
        if (first > last) {
            return -1;
        }
        if (either()) {
            Intrinsics.assumeNone(content, first, character, last - first + 1);
            return -1;
        }
        int place = between(first, last);
        Intrinsics.assume(Intrinsics.element(content, place) == character);
        if (isFirst) {
            Intrinsics.assumeNone(content, first, character, place - first);
        } else {
            Intrinsics.assumeNone(content, place + 1, character, last - place);
        }
        return place;
    }

    /** A number that is the same for the same content. */
    public static int digest(char[] content) {
        int digest = number();
        Intrinsics.assumeDigest(content, digest);
        return digest;
    }

    /** Any truth value. */
    public static boolean either() {
        return Intrinsics.approximateBoolean("what strings of any length are");
    }

    /** Any number. */
    public static int number() {
        return Intrinsics.approximateInt("what strings of any length are");
    }

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
        if (everyLength || unbounded) {
            unbounded = true;
            return new char[length];
        }
        if (anyLength) {
            if (length <= longest) {
                return new char[length];
            }
            throw Intrinsics.bound("input strings");
        }
        for (int known = 0; known <= longest; known++) {
            if (length == known) {
                return new char[known];
            }
        }
        Intrinsics.goBeyond("input strings");
        unbounded = true;
        return new char[length];
    }
}
