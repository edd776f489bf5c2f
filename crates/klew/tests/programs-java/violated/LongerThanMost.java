/** Only a string fails that is longer than those that are looked at first. */
public class LongerThanMost {
    public static void main(String[] args) {
        String text = Klew.anyString();
        if (text.length() > 40 && text.charAt(3) == 'x') {
            assert text.length() != 42; // expect: assertion
        }
    }
}
