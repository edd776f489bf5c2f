package java.lang;

import java.util.Locale;
import klew.runtime.Inputs;
import klew.runtime.Intrinsics;
import klew.runtime.Unicode;

/** Upper and lower case of strings. Strings of ASCII, and those in which each character stays one, make no further path. */
final class Cases {
    private static final char CAPITAL_SIGMA = '\u03a3';
    private static final char FINAL_SIGMA = '\u03c2';
    private static final char SMALL_SIGMA = '\u03c3';
    private static final char CAPITAL_I_WITH_DOT = '\u0130';

    private Cases() {}

    /** Refuses the languages with letters of their own. */
    static void check(Locale locale) {
        if (locale == null) {
            throw new NullPointerException();
        }
        String language = locale.getLanguage();
        if (language.equals("tr") || language.equals("az") || language.equals("lt")) {
            throw Intrinsics.unsupported("upper and lower case in Turkish, Azerbaijani or Lithuanian");
        }
    }

    /** The bits of all characters together. */
    static int union(char[] text, int from, int count) {
        int all = 0;
        for (int i = from; i < from + count; i++) {
            all |= text[i];
        }
        return all;
    }

    /**
     * What a text of any length is in the other case. Beyond ASCII, a text may become longer: in small letters by a combining dot for
     * each capital I with a dot, in capital ones up to three times.
     */
    private static String any(char[] text, boolean isUpper) {
        int length = text.length;
        if (length == 0) {
            return "";
        }
        if (Inputs.either()) {
            char[] content = Inputs.anything(length);
            Intrinsics.assumeAtMost(text, 0, (char) 0x7f, length);
            if (isUpper) {
                Intrinsics.assumeUpper(content, 0, text, 0, length);
            } else {
                Intrinsics.assumeLower(content, 0, text, 0, length);
            }
            return String.sharing(content);
        }
        if (Inputs.either()) {
            return String.sharing(Inputs.anything(length));
        }
        String longer = Inputs.anyString();
        Intrinsics.assume(longer.value.length > length && longer.value.length / 3 <= length);
        if (!isUpper) {
            int dot = Inputs.between(0, longer.value.length - 1);
            Intrinsics.assume(Intrinsics.element(longer.value, dot) == 0x307);
        }
        return longer;
    }

    static String upper(char[] text) {
        if (Inputs.isLong(text.length)) {
            return any(text, true);
        }
        char[] content = new char[text.length];
        if (union(text, 0, text.length) < 0x80) {
            for (int i = 0; i < content.length; i++) {
                content[i] = (char) Character.asciiUpper(text[i]);
            }
            return String.sharing(content);
        }
        int special = 0;
        for (int i = 0; i < content.length; i++) {
            special |= Intrinsics.lookup(Unicode.SPECIAL_IN_UPPER, text[i]);
        }
        if (special != 0) {
            return upperByPoints(text);
        }
        for (int i = 0; i < content.length; i++) {
            content[i] = Character.toUpperCase(text[i]);
        }
        return String.sharing(content);
    }

    private static String upperByPoints(char[] text) {
        StringBuilder result = new StringBuilder(text.length + 16);
        int i = 0;
        while (i < text.length) {
            int point = Character.codePointAt(text, i, text.length);
            int longer = point < Character.MIN_SUPPLEMENTARY_CODE_POINT ? Unicode.LONGER_UPPER.indexOf(point) : -1;
            if (longer >= 0 && (point == 0xdf || point >= 0x100) && isEntry(longer)) {
                result.append(Unicode.LONGER_UPPER, longer + 1, Unicode.LONGER_UPPER.indexOf(' ', longer));
            } else {
                result.appendCodePoint(Character.toUpperCase(point));
            }
            i += Character.charCount(point);
        }
        return result.toString();
    }

    /** Whether an entry of the list begins there; else the character is part of the upper case of another. */
    private static boolean isEntry(int at) {
        return at == 0 || Unicode.LONGER_UPPER.charAt(at - 1) == ' ';
    }

    static String lower(char[] text) {
        if (Inputs.isLong(text.length)) {
            return any(text, false);
        }
        char[] content = new char[text.length];
        if (union(text, 0, text.length) < 0x80) {
            for (int i = 0; i < content.length; i++) {
                content[i] = (char) Character.asciiLower(text[i]);
            }
            return String.sharing(content);
        }
        int special = 0;
        for (int i = 0; i < content.length; i++) {
            special |= Intrinsics.lookup(Unicode.SPECIAL_IN_LOWER, text[i]);
        }
        if (special != 0) {
            return lowerByPoints(text);
        }
        for (int i = 0; i < content.length; i++) {
            content[i] = Character.toLowerCase(text[i]);
        }
        return String.sharing(content);
    }

    private static String lowerByPoints(char[] text) {
        StringBuilder result = new StringBuilder(text.length + 16);
        int i = 0;
        while (i < text.length) {
            int point = Character.codePointAt(text, i, text.length);
            if (point == CAPITAL_SIGMA) {
                result.append(isFinal(text, i) ? FINAL_SIGMA : SMALL_SIGMA);
            } else if (point == CAPITAL_I_WITH_DOT) {
                result.append("i\u0307");
            } else {
                result.appendCodePoint(Character.toLowerCase(point));
            }
            i += Character.charCount(point);
        }
        return result.toString();
    }

    /** Whether a sigma is the last letter of a word of several. */
    private static boolean isFinal(char[] text, int at) {
        if (at == 0 || !continuesWord(text[at - 1])) {
            return false;
        }
        return at + 1 == text.length || !continuesWord(text[at + 1]);
    }

    /**
     * Whether that neighbour of a sigma is a letter of the same word. The JDK finds the ends of words by rules of its
     * own, which are plain for letters of Europe and for spaces.
     */
    private static boolean continuesWord(char c) {
        if (c < 0x250 && Character.isLetter(c) && c != 0xaa && c != 0xba && c != 0x1bb && c != 0x294
                && (c < 0x1c0 || c > 0x1c3) || c >= 0x391 && c <= 0x3a9 || c >= 0x3b1 && c <= 0x3c9) {
            return true;
        }
        if (c == ' ' || c >= '\t' && c <= '\r') {
            return false;
        }
        throw Intrinsics.unsupported("the lower case of a capital sigma beside a character that is no European letter");
    }

    static boolean same(char[] left, int from, char[] right, int otherFrom, int count) {
        if (Inputs.isLong(count)) {
            return Inputs.either();
        }
        int all = union(left, from, count) | union(right, otherFrom, count);
        if (all < 0x80) {
            int difference = 0;
            for (int i = 0; i < count; i++) {
                difference |= Character.asciiLower(left[from + i]) ^ Character.asciiLower(right[otherFrom + i]);
            }
            return difference == 0;
        }
        return compare(left, from, from + count, right, otherFrom, otherFrom + count) == 0;
    }

    /** The difference at the first place where both differ whatever the case, or 0. */
    static int compare(char[] left, int from, int end, char[] right, int otherFrom, int otherEnd) {
        if (Inputs.isLong(end) || Inputs.isLong(otherEnd)) {
            return Inputs.number();
        }
        int i = from;
        int j = otherFrom;
        while (i < end && j < otherEnd) {
            if (left[i] != right[j]) {
                int difference = folded(left[i]) - folded(right[j]);
                if (difference != 0) {
                    boolean half = Character.isSurrogate(left[i]) || Character.isSurrogate(right[j]);
                    if (half && (isNarrow(left) || isNarrow(right))) {
                        return difference;
                    }
                    int point = point(left, i, from, end);
                    int other = point(right, j, otherFrom, otherEnd);
                    if (beginsPair(left, i, end)) {
                        i++;
                    }
                    if (beginsPair(right, j, otherEnd)) {
                        j++;
                    }
                    difference = difference(point, other);
                    if (difference != 0) {
                        return difference;
                    }
                }
            }
            i++;
            j++;
        }
        return 0;
    }

    /** Whether the JDK keeps a text in bytes, and so compares it by characters, with whatever text. */
    private static boolean isNarrow(char[] text) {
        return union(text, 0, text.length) <= 0xff;
    }

    /** The code point that a character is or is part of. */
    private static int point(char[] text, int at, int from, int end) {
        char c = text[at];
        if (beginsPair(text, at, end)) {
            return Character.toCodePoint(c, text[at + 1]);
        }
        if (Character.isLowSurrogate(c) && at > from && Character.isHighSurrogate(text[at - 1])) {
            return Character.toCodePoint(text[at - 1], c);
        }
        return c;
    }

    private static boolean beginsPair(char[] text, int at, int end) {
        return Character.isHighSurrogate(text[at]) && at + 1 < end && Character.isLowSurrogate(text[at + 1]);
    }

    private static int difference(int point, int other) {
        int left = Character.toUpperCase(point);
        int right = Character.toUpperCase(other);
        return left == right ? 0 : Character.toLowerCase(left) - Character.toLowerCase(right);
    }

    private static int folded(char c) {
        return Character.toLowerCase(Character.toUpperCase((int) c));
    }
}
