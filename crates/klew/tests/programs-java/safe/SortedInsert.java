// Numbers are put into a list of any length where they belong: it stays sorted.
import java.util.Random;

public class SortedInsert {
    static final class Node {
        final int number;
        Node next;

        Node(int number, Node next) {
            this.number = number;
            this.next = next;
        }
    }

    private Node head;
    private int size;

    void insert(int number) {
        Node before = null;
        Node at = head;
        while (at != null && at.number < number) {
            before = at;
            at = at.next;
        }
        Node node = new Node(number, at);
        if (before == null) {
            head = node;
        } else {
            before.next = node;
        }
        size++;
    }

    boolean isSorted() {
        for (Node node = head; node != null && node.next != null; node = node.next) {
            if (node.number > node.next.number) {
                return false;
            }
        }
        return true;
    }

    public static void main(String[] args) {
        SortedInsert list = new SortedInsert();
        Random random = new Random();
        while (random.nextBoolean()) {
            list.insert(random.nextInt());
        }
        assert list.isSorted();
    }
}
