/** What holds of all input strings holds of those up to the bound. */
public class LongString {
    public static void main(String[] args) {
        String text = Klew.anyString();
        assert text.length() >= 0;
        if (text.length() == 3 && text.charAt(0) == 'a') {
            assert text.startsWith("a");
        }
    }
}
