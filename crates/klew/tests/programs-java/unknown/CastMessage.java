import java.util.TreeMap;

/** The message of a cast in the library. */
public class CastMessage {
    public static void main(String[] arguments) {
        try {
            new TreeMap<Object, Integer>().put(new CastMessage(), 1);
        } catch (ClassCastException e) {
            assert e.getMessage() == null;
        }
    }
}
