import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;

// The JDK's own classes run on klew's models.
public class Containers {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            list.add(i * 7 % 15);
        }
        list.remove(Integer.valueOf(14));
        list.remove(0);
        Collections.sort(list);
        assert list.size() == 13 && list.get(0) == 1 && list.indexOf(13) == 12 && list.contains(5) && !list.contains(14);
        int sum = 0;
        for (int element : list) {
            sum += element;
        }
        assert sum == 91;
        Map<String, Integer> counts = new HashMap<>();
        for (String word : "a b a c b a".split(" ")) {
            counts.put(word, counts.getOrDefault(word, 0) + 1);
        }
        assert counts.get("a") == 3 && counts.get("b") == 2 && counts.size() == 3 && counts.get("d") == null;
        counts.merge("a", 10, Integer::sum);
        counts.computeIfAbsent("z", key -> 26);
        assert counts.get("a") == 13 && counts.get("z") == 26 && counts.containsKey("z") && counts.remove("c") == 1;
        Map<Integer, String> tree = new TreeMap<>();
        for (int i = 10; i > 0; i--) {
            tree.put(i, "v" + i);
        }
        assert tree.keySet().iterator().next() == 1 && ((TreeMap<Integer, String>) tree).floorKey(5) == 5;
        assert tree.toString().startsWith("{1=v1, 2=v2");
        LinkedList<String> linked = new LinkedList<>(Arrays.asList("x", "y", "z"));
        linked.addFirst("w");
        assert linked.removeLast().equals("z") && linked.getFirst().equals("w") && linked.size() == 3;
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        queue.push(1);
        queue.addLast(2);
        queue.offer(3);
        assert queue.pop() == 1 && queue.pollLast() == 3 && queue.peek() == 2;
        PriorityQueue<Integer> heap = new PriorityQueue<>(Arrays.asList(5, 1, 4, 2, 3));
        assert heap.poll() == 1 && heap.poll() == 2 && heap.size() == 3;
        Set<String> set = new HashSet<>(Arrays.asList("p", "q", "p"));
        assert set.size() == 2 && set.contains("q") && !set.add("p");
        Map<String, Integer> ordered = new LinkedHashMap<>();
        ordered.put("second", 2);
        ordered.put("first", 1);
        assert ordered.keySet().toString().equals("[second, first]");
        Stack<Integer> stack = new Stack<>();
        stack.push(4);
        stack.push(5);
        assert stack.pop() == 5 && stack.peek() == 4 && !stack.isEmpty();
        Iterator<Integer> iterator = list.iterator();
        while (iterator.hasNext()) {
            if (iterator.next() % 2 == 0) {
                iterator.remove();
            }
        }
        assert list.toString().equals("[1, 3, 5, 7, 9, 11, 13]") && list.equals(Arrays.asList(1, 3, 5, 7, 9, 11, 13));
        try {
            new ArrayList<String>().iterator().next();
            assert false;
        } catch (NoSuchElementException exception) {
            sum = 0;
        }
        assert sum == 0 && List.of(1, 2, 3).get(1) == 2 && Map.of("k", 9).get("k") == 9;
    }
}
