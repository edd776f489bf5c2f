/** A list that is kept sorted. */
// suite: --entry SortedList.insert; --entry SortedList.remove; --entry SortedList.isSorted
public class SortedList {
    private static final class Node {
        int value;
        Node next;
    }

    private Node first;
    private int size;

    /** Puts a value where it belongs; whether it is new. */
    boolean insert(int value) {
        Node before = null;
        Node at = first;
        while (at != null && at.value < value) {
            before = at;
            at = at.next;
        }
        if (at != null && at.value == value) {
            return false;
        }
        Node added = new Node();
        added.value = value;
        added.next = at;
        if (before == null) {
            first = added;
        } else {
            before.next = added;
        }
        size++;
        return true;
    }

    /** Takes a value out; whether it was there. */
    boolean remove(int value) {
        Node before = null;
        for (Node at = first; at != null; at = at.next) {
            if (at.value == value) {
                if (before == null) {
                    first = at.next;
                } else {
                    before.next = at.next;
                }
                size--;
                return true;
            }
            if (at.value > value) {
                return false;
            }
            before = at;
        }
        return false;
    }

    boolean isSorted() {
        for (Node at = first; at != null; at = at.next) {
            if (at.next != null && at.next.value < at.value) {
                return false;
            }
        }
        return true;
    }
}
