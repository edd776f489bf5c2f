// Queues of java.util.concurrent in one thread, changed while they are iterated.
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;

public class ConcurrentQueues {
    public static void main(String[] arguments) {
        ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 4; i++) {
            queue.add(i);
        }
        int seen = 0;
        for (Integer element : queue) {
            seen++;
            if (element < 2) {
                queue.add(element + 10);
            }
        }
        // What is added behind is seen.
        assert seen == 6 && queue.size() == 6;
        Iterator<Integer> iterator = queue.iterator();
        while (iterator.hasNext()) {
            if (iterator.next() % 2 == 1) {
                iterator.remove();
            }
        }
        assert queue.toString().equals("[0, 2, 10]");
        assert queue.remove(2) && !queue.remove(2) && queue.poll() == 0 && queue.poll() == 10 && queue.poll() == null;
        try {
            queue.add(null);
            assert false;
        } catch (NullPointerException expected) {
            assert queue.isEmpty();
        }
        ConcurrentLinkedDeque<String> deque = new ConcurrentLinkedDeque<>();
        deque.push("b");
        deque.addLast("c");
        deque.addFirst("a");
        Iterator<String> backwards = deque.descendingIterator();
        assert backwards.next().equals("c") && backwards.next().equals("b");
        backwards.remove();
        assert deque.toString().equals("[a, c]") && deque.peekLast().equals("c");
        deque.clear();
        try {
            deque.pop();
            assert false;
        } catch (NoSuchElementException expected) {
            assert deque.size() == 0;
        }
    }
}
