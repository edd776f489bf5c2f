/** The JVM's message of an implicit null pointer exception tells of the code: it is never null. */
public class NullMessage {
    public static void main(String[] arguments) {
        String text = Klew.anyInt() == 5 ? null : "x";
        try {
            assert text.length() == 1;
        } catch (NullPointerException e) {
            assert e.getMessage() != null;
        }
    }
}
