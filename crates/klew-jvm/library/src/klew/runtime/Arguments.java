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
        if (ShortInput.size != 0) {
            return few(count, ShortInput.isOfArguments == 0 ? 0 : ShortInput.size);
        }
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

    /** Arguments that have so many characters together, none of them empty. */
    private static String[] few(int count, int size) {
        int least = size == 0 ? 0 : 1;
        for (int known = least; known <= Math.max(least, size); known++) {
            int characters = size - (known - least) * ShortInput.SEPARATOR;
            if (known > least && characters < known) {
                break;
            }
            if (count == known) {
                return ofLength(known, characters);
            }
        }
        Intrinsics.assume(false);
        return new String[0];
    }

    private static String[] ofLength(int count, int characters) {
        String[] all = new String[count];
        int left = characters;
        for (int i = 0; i < count; i++) {
            int length = argumentLength();
            int behind = count - 1 - i;
            Intrinsics.assume(length >= (behind == 0 ? left : 1));
            Intrinsics.assume(length <= left - behind);
            int known = behind == 0 ? left : 1;
            while (known < left - behind && length != known) {
                known++;
            }
            all[i] = argument(known);
            left -= known;
        }
        return all;
    }

    private static String[] append(String[] before, int count, int length, boolean bounded) {
        String[] all = new String[before.length + count];
        for (int i = 0; i < before.length; i++) {
            all[i] = before[i];
        }
        for (int i = before.length; i < all.length; i++) {
            all[i] = argument(knownLength(length, bounded));
        }
        return all;
    }

    private static int argumentCount() {
        return Intrinsics.inputInt();
    }

    private static int argumentLength() {
        return Intrinsics.inputInt();
    }

    private static int knownLength(int most, boolean bounded) {
        int length = argumentLength();
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
