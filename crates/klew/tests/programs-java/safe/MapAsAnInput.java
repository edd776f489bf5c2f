// options: --entry MapAsAnInput.more --not-null map
// What a method is given are maps of the JDK, whatever is in them.
import java.util.HashMap;

public class MapAsAnInput {
    static int more(HashMap<String, Integer> map) {
        int size = map.size();
        boolean isEmpty = map.isEmpty();
        assert isEmpty == (size == 0);
        return size;
    }
}
