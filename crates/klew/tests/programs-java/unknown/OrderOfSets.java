// The order of `Set.of` changes with each start of the JVM: each first element is possible.
import java.util.Set;

public class OrderOfSets {
    static native int outside();

    public static void main(String[] arguments) {
        if (Set.of("a", "b").iterator().next().equals("b")) {
            assert outside() == 1;
        }
    }
}
