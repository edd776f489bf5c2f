import java.util.Arrays;

/** The message of a cast in a model: the JDK may cast another object first. */
public class CastMessage {
    public static void main(String[] arguments) {
        try {
            Arrays.binarySearch(new Object[] {new CastMessage()}, new CastMessage());
        } catch (ClassCastException e) {
            assert e.getMessage() == null;
        }
    }
}
