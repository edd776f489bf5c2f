/** No exception escapes from loops over strings, however long these are. */
public class LoopsOverStrings {
    public static void main(String[] args) {
        String text = Klew.anyString();
        int vowels = 0;
        for (int i = 0; i < text.length(); i++) {
            if ("aeiou".indexOf(text.charAt(i)) >= 0) {
                vowels++;
            }
        }
        int digits = 0;
        for (char c : text.toCharArray()) {
            if (Character.isDigit(c)) {
                digits++;
            }
        }
        assert true || vowels + digits <= text.length();
    }
}
