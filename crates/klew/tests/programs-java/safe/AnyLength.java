/** No exception escapes, however long the strings are. */
public class AnyLength {
    public static void main(String[] args) {
        String first = Klew.anyString();
        String second = Klew.anyString();
        String both = first.concat(second);
        if (both.length() > 12 && both.startsWith("ab", 1)) {
            String part = both.substring(2, 9);
            assert part.length() == 7;
            assert both.charAt(2) == 'b';
        }
        int at = both.indexOf('x');
        if (at >= 0) {
            assert both.charAt(at) == 'x';
            String rest = both.substring(at + 1);
            assert rest.length() < both.length();
        }
        StringBuilder text = new StringBuilder(first.trim());
        text.append("xyz").reverse().insert(0, second.replace('a', 'b'));
        text.setCharAt(2, 'c');
        assert text.length() >= 3;
        if (first.equals("known")) {
            assert first.length() == 5 && first.charAt(4) == 'n';
        }
    }
}
