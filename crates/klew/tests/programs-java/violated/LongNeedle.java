/** Only a string that is longer than those that are looked at first breaks this: no proof about strings of any length may say that none does. */
public class LongNeedle {
    public static void main(String[] args) {
        String text = Klew.anyString();
        if (text.startsWith("ab") && text.trim().length() == 40) {
            StringBuilder copy = new StringBuilder(text);
            copy.reverse().append('!');
            assert copy.charAt(39) != 'b'; // expect: assertion
        }
    }
}
