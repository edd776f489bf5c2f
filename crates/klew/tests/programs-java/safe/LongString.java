/** What holds of strings of any length is no matter of a bound. */
public class LongString {
    public static void main(String[] args) {
        String text = Klew.anyString();
        assert text.length() >= 0;
        if (text.length() == 3 && text.charAt(0) == 'a') {
            assert text.startsWith("a");
        }
    }
}
