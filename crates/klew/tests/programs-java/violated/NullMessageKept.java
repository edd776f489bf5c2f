/** An exception of a null reference within other ones, of which no one reads the message. */
public class NullMessageKept {
    public static void main(String[] arguments) {
        String text = Klew.anyInt() == 5 ? null : "x";
        try {
            System.out.println(text.length());
        } catch (NullPointerException e) {
            System.out.println(e);
            throw new AssertionError(new RuntimeException(e)); // expect: assertion
        }
    }
}
