/** No exception escapes, however long the strings are. */
public class AnyLength {
    public static void main(String[] args) {
        String first = Klew.anyString();
        String second = Klew.anyString();
        String both = first.concat(second);
        if (both.length() > 12 && both.startsWith("ab", 1)) {
            assert both.substring(2, 9).length() == 7;
            assert both.charAt(2) == 'b';
        }
        if (first.equals("known")) {
            assert first.length() == 5 && first.charAt(4) == 'n';
        }
    }
}
