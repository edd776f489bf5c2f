package java.util.concurrent;

import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import klew.runtime.Intrinsics;

/**
 * A doubly linked list; an iterator has the next element in hand and goes on from where it stands. Where it stands at an
 * element that was removed meanwhile, the JDK goes on or begins anew, depending on how it was unlinked.
 */
final class LinkedNodes<E> implements java.io.Serializable {
    private static final class Node<E> {
        E element;
        Node<E> before;
        Node<E> after;
    }

    /** The ring's beginning and end. */
    private final Node<E> ring = new Node<>();

    LinkedNodes() {
        ring.before = ring;
        ring.after = ring;
    }

    private void insert(E element, Node<E> before, Node<E> after) {
        if (element == null) {
            throw new NullPointerException();
        }
        Node<E> node = new Node<>();
        node.element = element;
        node.before = before;
        node.after = after;
        before.after = node;
        after.before = node;
    }

    void addFirst(E element) {
        insert(element, ring, ring.after);
    }

    void addLast(E element) {
        insert(element, ring.before, ring);
    }

    /** Adds all or, where one is null, none. */
    boolean addAll(Collection<? extends E> elements) {
        Object[] all = elements.toArray();
        for (Object element : all) {
            if (element == null) {
                throw new NullPointerException();
            }
        }
        for (Object element : all) {
            addLast((E) element);
        }
        return all.length > 0;
    }

    E first() {
        return ring.after.element;
    }

    E last() {
        return ring.before.element;
    }

    private E take(Node<E> node) {
        E element = node.element;
        if (element != null) {
            node.before.after = node.after;
            node.after.before = node.before;
            node.element = null;
        }
        return element;
    }

    E removeFirst() {
        return take(ring.after);
    }

    E removeLast() {
        return take(ring.before);
    }

    boolean remove(Object element, boolean backwards) {
        for (Node<E> node = step(ring, backwards); node != ring; node = step(node, backwards)) {
            if (element.equals(node.element)) {
                take(node);
                return true;
            }
        }
        return false;
    }

    int size() {
        int count = 0;
        for (Node<E> node = ring.after; node != ring; node = node.after) {
            count++;
        }
        return count;
    }

    void clear() {
        while (removeFirst() != null) {
            continue;
        }
    }

    private static <T> Node<T> step(Node<T> node, boolean backwards) {
        return backwards ? node.before : node.after;
    }

    Iterator<E> iterator(boolean backwards) {
        return new Elements(backwards);
    }

    private final class Elements implements Iterator<E> {
        private final boolean backwards;
        private Node<E> next;
        private E element;
        private Node<E> last;

        Elements(boolean backwards) {
            this.backwards = backwards;
            this.next = ring;
            advance();
        }

        private void advance() {
            if (next != ring && next.element == null) {
                throw Intrinsics.unsupported("an iterator of a concurrent queue at an element that was removed");
            }
            do {
                next = step(next, backwards);
            } while (next != ring && next.element == null);
            element = next.element;
        }

        @Override
        public boolean hasNext() {
            return element != null;
        }

        @Override
        public E next() {
            if (element == null) {
                throw new NoSuchElementException();
            }
            E result = element;
            last = next;
            advance();
            return result;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            take(last);
            last = null;
        }
    }
}
