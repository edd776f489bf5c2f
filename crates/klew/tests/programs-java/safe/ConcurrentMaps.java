// Concurrent maps grow as the JDK's do, so they are iterated over in the same order; iterators live with what changes.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

public class ConcurrentMaps {
    /** All have one hash code, and count how often they are compared. */
    record Same(int number) {
        static int compared;

        @Override
        public int hashCode() {
            return 5;
        }

        @Override
        public boolean equals(Object other) {
            compared++;
            return other instanceof Same same && same.number == number;
        }
    }

    static void order() {
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 11; i++) {
            map.put(i * 16, "v" + i);
        }
        assert map.keySet().toString().equals("[0, 128, 16, 144, 32, 160, 48, 64, 80, 96, 112]");
        map.put(1, "one");
        assert new ArrayList<>(map.keySet()).toString().equals("[0, 128, 1, 16, 144, 32, 160, 48, 64, 80, 96, 112]");
        assert map.values().iterator().next().equals("v0");

        Map<Integer, Integer> few = new TreeMap<>();
        for (int i = 0; i < 12; i++) {
            few.put(i * 8, i);
        }
        assert new ConcurrentHashMap<>(few).toString()
                .equals("{0=0, 64=8, 8=1, 72=9, 16=2, 80=10, 24=3, 88=11, 32=4, 40=5, 48=6, 56=7}");
        assert new ConcurrentHashMap<>(few).equals(few) && few.equals(new ConcurrentHashMap<>(few));
    }

    /** Keys of one bin: what a growing table turns around. */
    static void bins() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 12; i++) {
            map.put(i < 7 ? i * 16 : i, i);
        }
        StringBuilder order = new StringBuilder();
        map.forEach((key, value) -> order.append(key).append(' '));
        assert order.toString().equals("64 32 0 96 7 8 9 10 11 80 48 16 ");
    }

    static void living() {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        for (int i = 0; i < 5; i++) {
            map.put(i, i);
        }
        int sum = 0;
        for (int key : map.keySet()) {
            sum += key;
            map.remove(key + 2);
            map.put(7, 1);
        }
        assert sum == 0 + 1 + 3 + 4 + 7 && map.size() == 4;
        Iterator<Map.Entry<Integer, Integer>> entries = map.entrySet().iterator();
        Map.Entry<Integer, Integer> entry = entries.next();
        assert entry.setValue(9) == 0 && map.get(0) == 9;
        entries.remove();
        try {
            entries.remove();
            assert false;
        } catch (IllegalStateException exception) {
            assert !map.containsKey(0);
        }
    }

    static void methods() {
        ConcurrentHashMap<Same, Integer> map = new ConcurrentHashMap<>(4);
        map.put(new Same(1), 1);
        map.putIfAbsent(new Same(2), 2);
        assert Same.compared == 2;
        assert map.merge(new Same(2), 5, Integer::sum) == 7;
        assert map.computeIfAbsent(new Same(3), key -> null) == null && map.size() == 2;
        assert map.compute(new Same(1), (key, value) -> null) == null && map.size() == 1;
        assert map.computeIfPresent(new Same(2), (key, value) -> value + 1) == 8;
        assert !map.remove(new Same(2), null) && map.replace(new Same(2), 8, 9) && map.contains(9);
        Set<String> set = ConcurrentHashMap.newKeySet();
        assert set.add("b") && set.add("a") && !set.add("b") && set.size() == 2 && List.copyOf(set).size() == 2;
        assert Arrays.equals(set.toArray(), new Object[] {"a", "b"});
    }

    public static void main(String[] arguments) {
        order();
        bins();
        living();
        methods();
        for (float load : new float[] {0, -1, Float.NaN}) {
            try {
                new ConcurrentHashMap<>(5, load);
                assert false;
            } catch (IllegalArgumentException exception) {
                assert exception.getMessage() == null;
            }
        }
        try {
            new ConcurrentHashMap<Integer, Integer>().keySet().add(1);
            assert false;
        } catch (UnsupportedOperationException exception) {
            assert exception.getMessage() == null;
        }
        try {
            new ConcurrentHashMap<Integer, Integer>().put(1, null);
            assert false;
        } catch (NullPointerException exception) {
            assert exception.getMessage() == null;
        }
    }
}
