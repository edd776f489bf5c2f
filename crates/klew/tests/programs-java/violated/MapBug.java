import java.util.HashMap;
import java.util.Map;

public class MapBug {
    public static void main(String[] args) {
        Map<String, Integer> ages = new HashMap<>();
        ages.put("ann", 30);
        ages.put("bob", 40);
        String name = Klew.anyBoolean("first") ? "ann" : "bert";
        int age = ages.get(name); // expect: no-runtime-exception
        assert age == 30;
    }
}
