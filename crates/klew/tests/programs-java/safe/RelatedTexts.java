// options: --engine lengths
// long
import java.util.HashMap;
import java.util.Map;

/** How texts of any length lie to each other. */
public class RelatedTexts {
    public static void main(String[] args) {
        String first = Klew.anyString();
        String second = Klew.anyString();
        switch (Klew.anyInt()) {
            case 1 -> joined(first, second);
            case 2 -> ordered(first, second);
            case 3 -> found(first, Klew.anyChar());
            case 4 -> parts(first, Klew.anyInt());
            case 5 -> changed(first);
            default -> equal(first, second);
        }
    }

    private static void equal(String first, String second) {
        if (first.equals(second)) {
            assert second.equals(first) && first.hashCode() == second.hashCode();
            assert first.compareTo(second) == 0;
        }
        Map<String, Integer> counts = new HashMap<>();
        counts.put(first, 1);
        assert counts.get(first) == 1;
    }

    private static void joined(String first, String second) {
        String both = first + second;
        assert both.length() == first.length() + second.length();
        assert both.startsWith(first) && both.endsWith(second);
    }

    private static void ordered(String first, String second) {
        if (first.compareTo("m") <= 0 && "m".compareTo(second) < 0) {
            assert first.compareTo(second) < 0 && !first.equals(second);
        }
    }

    private static void found(String text, char c) {
        int from = text.indexOf(c);
        int last = text.lastIndexOf(c);
        assert from <= last;
        if (from >= 0) {
            assert text.charAt(from) == c && text.charAt(last) == c;
            assert text.substring(0, from).indexOf(c) < 0;
        } else {
            assert last < 0 && !text.startsWith("" + c);
        }
    }

    private static void parts(String text, int at) {
        if (at >= 0 && at <= text.length()) {
            assert text.endsWith(text.substring(at));
        }
        if (text.startsWith("http://")) {
            assert text.contains("://") && !text.startsWith("ftp");
        }
    }

    private static void changed(String text) {
        String replaced = text.replace('a', 'b');
        assert replaced.indexOf('a') < 0 && replaced.length() == text.length();
        String small = text.toLowerCase();
        if (small.equals("on")) {
            assert text.length() == 2;
        }
    }
}
