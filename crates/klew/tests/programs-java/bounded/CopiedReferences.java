// long
/** References that are copied in a number that is not known are none that a proof could make up. */
public class CopiedReferences {
    public static void main(String[] args) {
        String text = Klew.anyString();
        Object[] from = new Object[text.length()];
        Object[] to = new Object[text.length()];
        if (text.length() > 4500) {
            from[4500] = text;
            System.arraycopy(from, 0, to, 0, text.length());
            assert to[4500] == null;
        }
    }
}
