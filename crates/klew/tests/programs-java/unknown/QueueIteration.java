// Where an iterator of a concurrent queue goes from an element that was removed is not modelled.
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;

public class QueueIteration {
    public static void main(String[] arguments) {
        ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        queue.add("a");
        queue.add("b");
        Iterator<String> iterator = queue.iterator();
        queue.remove("a");
        assert iterator.next().equals("a");
        assert !iterator.hasNext() || iterator.next().equals("b");
    }
}
