/** Switches on strings do what their labels say, also where strings have the hash code of a label and are none. */
public class SwitchOnStrings {
    /** "Aa", "BB" have one hash code, "C#" has it as well. */
    static int colliding(String text) {
        switch (text) {
            case "Aa":
                return 1;
            case "BB":
                return 2;
            case "AaAa":
                return 3;
            default:
                return 0;
        }
    }

    static int falling(String text) {
        int sum = 0;
        switch (text) {
            case "a":
                sum += 1;
            case "b":
                sum += 10;
                break;
            default:
                sum += 100;
            case "d":
                sum += 1000;
        }
        return sum;
    }

    static String arrow(String text) {
        return switch (text) {
            case "x", "y" -> "axis";
            case "" -> "nothing";
            default -> "other";
        };
    }

    static boolean refusesNull() {
        String nothing = Klew.anyInt("n") == 1 ? null : "a";
        try {
            return falling(nothing) == 11;
        } catch (NullPointerException exception) {
            return nothing == null;
        }
    }

    public static void main(String[] args) {
        String text = "" + Klew.anyChar("a") + Klew.anyChar("b");
        int number = colliding(text);
        assert number == (text.equals("Aa") ? 1 : text.equals("BB") ? 2 : 0);
        assert colliding("C#") == 0 && "C#".hashCode() == "Aa".hashCode();
        assert colliding(text + text) == (text.equals("Aa") ? 3 : 0);

        String letter = "" + Klew.anyChar("c");
        int sum = falling(letter);
        char only = letter.charAt(0);
        assert sum == (only == 'a' ? 11 : only == 'b' ? 10 : only == 'd' ? 1000 : 1100);
        assert refusesNull();

        boolean isAxis = only == 'x' || only == 'y';
        assert arrow(letter).equals(isAxis ? "axis" : "other");
        assert arrow("").equals("nothing");
    }
}
