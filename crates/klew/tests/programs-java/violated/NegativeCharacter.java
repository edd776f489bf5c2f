/** No string has a negative character, whatever its length; what is sought is a number. */
public class NegativeCharacter {
    public static void main(String[] args) {
        String text = Klew.anyString();
        if (text.indexOf(-1) < 0 && !text.isEmpty()) {
            assert text.charAt(0) != '\uffff'; // expect: assertion
        }
    }
}
