import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/**
 * Writes `klew/runtime/Unicode.java`: what this JDK says of all code points, as tables for `Intrinsics.inside` and
 * `Intrinsics.lookup`. `java Generate.java > ../src/klew/runtime/Unicode.java`, with a JDK from 15 to 18.
 */
public class Generate {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final int COLUMNS = 100;

    public static void main(String[] arguments) {
        System.out.println("package klew.runtime;\n");
        System.out.println("/** What Unicode 13 (Java 15 to 18) says of code points; written by `unicode/Generate.java`. */");
        System.out.println("public final class Unicode {");
        set("LETTER", Character::isLetter);
        set("DIGIT", Character::isDigit);
        set("LETTER_OR_DIGIT", Character::isLetterOrDigit);
        set("ALPHABETIC", Character::isAlphabetic);
        set("IDEOGRAPHIC", Character::isIdeographic);
        set("TITLE_CASE", Character::isTitleCase);
        set("WHITESPACE", Character::isWhitespace);
        set("SPACE_CHAR", Character::isSpaceChar);
        set("DEFINED", Character::isDefined);
        set("JAVA_START", Character::isJavaIdentifierStart);
        set("JAVA_PART", Character::isJavaIdentifierPart);
        set("UNICODE_START", Character::isUnicodeIdentifierStart);
        set("UNICODE_PART", Character::isUnicodeIdentifierPart);
        set("IGNORABLE", Character::isIdentifierIgnorable);
        set("MIRRORED", Character::isMirrored);
        halves("UPPER_CASE", Character::isUpperCase);
        halves("LOWER_CASE", Character::isLowerCase);
        map("SPECIAL_IN_UPPER", c -> isSurrogate(c) || isLonger(c) ? 1 : 0);
        map("SPECIAL_IN_LOWER", c -> isSurrogate(c) || c == '\u03a3' || c == '\u0130' ? 1 : 0);
        map("TYPE", Character::getType);
        map("DIRECTION", Character::getDirectionality);
        map("DIGIT_VALUE", Generate::digit);
        map("NUMERIC_VALUE", Generate::numeric);
        changes("TO_UPPER", Character::toUpperCase);
        changes("TO_LOWER", Character::toLowerCase);
        changes("TO_TITLE", Character::toTitleCase);
        System.out.println("    /** Code points whose upper case in a string is a longer one, each followed by it and a blank. */");
        StringBuilder longer = new StringBuilder();
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (isLonger(c)) {
                longer.appendCodePoint(c).append(upper(c)).append(' ');
            }
        }
        text("LONGER_UPPER", escaped(longer));
        System.out.println("\n    private Unicode() {}\n}");
    }

    private static String upper(int c) {
        return isSurrogate(c) ? Character.toString(c) : Character.toString(c).toUpperCase(java.util.Locale.ROOT);
    }

    private static boolean isLonger(int c) {
        return !upper(c).equals(Character.toString(Character.toUpperCase(c)));
    }

    private static boolean isSurrogate(int c) {
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    }

    /** 1 to 32: what to add modulo 32 to give the digit; 0: no digit. Latin letters have no place here. */
    private static int digit(int c) {
        int digit = Character.digit(c, 10);
        return digit < 0 ? 0 : (digit - c & 31) == 0 ? 32 : digit - c & 31;
    }

    /** 0 and 1: the values -1 and -2; else what to add to the code point, with a distance from these. */
    private static int numeric(int c) {
        int value = Character.getNumericValue(c);
        if (value < 0) {
            return -value - 1;
        }
        int sum = value - c;
        return sum > 0 ? sum + 1 : sum;
    }

    private static void number(StringBuilder to, int number) {
        int rest = number;
        while (rest >= 32) {
            to.append(DIGITS.charAt(32 + (rest & 31)));
            rest >>>= 5;
        }
        to.append(DIGITS.charAt(rest));
    }

    /** Lengths of the runs of which every second is inside; the first is not. */
    private static void set(String name, IntPredicate test) {
        StringBuilder runs = new StringBuilder();
        boolean inside = false;
        int start = 0;
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            if (test.test(c) != inside) {
                number(runs, c - start);
                start = c;
                inside = !inside;
            }
        }
        if (inside) {
            number(runs, Character.MAX_CODE_POINT + 1 - start);
        }
        text(name, runs.toString());
    }

    /** 1 for what is inside, for even and for odd code points, as capitals and small letters often alternate. */
    private static void halves(String name, IntPredicate test) {
        map(name + "_EVEN", half -> half <= Character.MAX_CODE_POINT / 2 && test.test(2 * half) ? 1 : 0);
        map(name + "_ODD", half -> half <= Character.MAX_CODE_POINT / 2 && test.test(2 * half + 1) ? 1 : 0);
    }

    /** Lengths of runs, each with its value, twice it or for negative ones the odd number above; the rest is 0. */
    private static void map(String name, IntUnaryOperator value) {
        StringBuilder runs = new StringBuilder();
        int start = 0;
        int last = value.applyAsInt(0);
        for (int c = 1; c <= Character.MAX_CODE_POINT + 1; c++) {
            int now = c > Character.MAX_CODE_POINT ? ~last : value.applyAsInt(c);
            if (now != last) {
                if (c <= Character.MAX_CODE_POINT || last != 0) {
                    number(runs, c - start);
                    number(runs, last << 1 ^ last >> 31);
                }
                start = c;
                last = now;
            }
        }
        text(name, runs.toString());
    }

    private static void changes(String name, IntUnaryOperator to) {
        map(name + "_EVEN", half -> half > Character.MAX_CODE_POINT / 2 ? 0 : to.applyAsInt(2 * half) - 2 * half);
        map(name + "_ODD", half -> half > Character.MAX_CODE_POINT / 2 ? 0
                : to.applyAsInt(2 * half + 1) - (2 * half + 1));
    }

    private static String escaped(CharSequence text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            escaped.append(c < 0x80 ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return escaped.toString();
    }

    private static void text(String name, String content) {
        StringBuilder out = new StringBuilder("    public static final String " + name + " =");
        int at = 0;
        do {
            int end = Math.min(content.length(), at + COLUMNS);
            if (end < content.length() && content.lastIndexOf('\\', end) > end - 6) {
                end = content.lastIndexOf('\\', end);
            }
            out.append(at == 0 ? "\n            \"" : "\n            + \"").append(content, at, end).append('"');
            at = end;
        } while (at < content.length());
        System.out.println(out.append(';'));
    }
}
