package klew.runtime;

/**
 * What `main` gets: strings without the character 0 and without surrogates, as many as the caller says. Called by the
 * wrapper around the entry. By the names of the methods that ask for inputs klew-report's java/surroundings.rs knows
 * them: change both.
 */
public final class Arguments {
    /** How many there are at most, unless groups are given; the command sets it. */
    private static int most;

    /** How many characters they have at most, unless groups are given; the command sets it. */
    private static int longest;

    private Arguments() {}

    /** As many as the command lets them be. */
    public static String[] any() {
        int count = argumentCount();
        Intrinsics.assume(count >= 0);
        for (int known = 0; known <= most; known++) {
            if (count == known) {
                return append(new String[0], known, longest, true);
            }
        }
        throw Intrinsics.bound("arguments of main");
    }

    /** A group of them behind others. */
    public static String[] more(String[] before, int least, int most, int length) {
        int count = argumentCount();
        Intrinsics.assume(count >= least);
        Intrinsics.assume(count <= most);
        int known = least;
        while (known < most && count != known) {
            known++;
        }
        return append(before, known, length, false);
    }

    private static String[] append(String[] before, int count, int length, boolean bounded) {
        String[] all = new String[before.length + count];
        for (int i = 0; i < before.length; i++) {
            all[i] = before[i];
        }
        for (int i = before.length; i < all.length; i++) {
            all[i] = argument(argumentLength(length, bounded));
        }
        return all;
    }

    private static int argumentCount() {
        return Intrinsics.inputInt();
    }

    private static int argumentLength(int most, boolean bounded) {
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
        throw Intrinsics.bound("arguments of main");
    }

    private static String argument(int length) {
        char[] content = new char[length];
        if (length > 0) {
            Intrinsics.inputChars(content);
            Inputs.assumeOrdinary(content);
        }
        return Inputs.string(content);
    }
}
