/** A builder of any length. */
public class AnyLengthBuilder {
    public static void main(String[] args) {
        StringBuilder text = new StringBuilder(Klew.anyString());
        text.append("xyz").reverse();
        text.setCharAt(2, 'c');
        assert text.length() >= 3 && text.charAt(2) == 'c';
    }
}
