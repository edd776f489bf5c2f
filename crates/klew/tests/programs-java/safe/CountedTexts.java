// options: --engine lengths
/** Loops over texts of any length, with counters that belong together. */
public class CountedTexts {
    public static void main(String[] args) {
        String text = Klew.anyString();
        if (Klew.anyBoolean()) {
            count(text);
        } else {
            copy(text);
        }
    }

    private static void count(String text) {
        int spaces = 0;
        int others = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == ' ') {
                spaces++;
            } else {
                others++;
            }
        }
        assert spaces + others == text.length();
    }

    private static void copy(String text) {
        StringBuilder copy = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            copy.append(text.charAt(i));
        }
        assert copy.length() == text.length();
    }
}
