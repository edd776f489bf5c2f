// options: --entry CopiedString.copied --not-null *
public class CopiedString {
    static int copied(String text, int i) {
        char[] content = text.toCharArray();
        if (i > 0 && i < content.length) {
            assert content[i] == text.charAt(i - 1); // expect: assertion
        }
        return content.length;
    }
}
