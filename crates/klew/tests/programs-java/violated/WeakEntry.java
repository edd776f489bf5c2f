import java.util.WeakHashMap;

public class WeakEntry {
    public static void main(String[] arguments) {
        WeakHashMap<String, Integer> map = new WeakHashMap<>();
        String key = "key";
        map.put(key, Klew.anyInt("value"));
        assert map.get(key) != 77; // expect: assertion
    }
}
