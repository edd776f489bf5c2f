package java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.Queue;

/** A queue whose iterators go on after changes; there is one thread. */
public class ConcurrentLinkedQueue<E> extends AbstractQueue<E> implements Queue<E>, Serializable {
    private final LinkedNodes<E> nodes = new LinkedNodes<>();

    public ConcurrentLinkedQueue() {}

    public ConcurrentLinkedQueue(Collection<? extends E> elements) {
        nodes.addAll(elements);
    }

    @Override
    public boolean add(E element) {
        return offer(element);
    }

    @Override
    public boolean offer(E element) {
        nodes.addLast(element);
        return true;
    }

    @Override
    public E poll() {
        return nodes.removeFirst();
    }

    @Override
    public E peek() {
        return nodes.first();
    }

    @Override
    public boolean isEmpty() {
        return nodes.first() == null;
    }

    @Override
    public int size() {
        return nodes.size();
    }

    @Override
    public boolean contains(Object element) {
        return element != null && super.contains(element);
    }

    @Override
    public boolean remove(Object element) {
        return element != null && nodes.remove(element, false);
    }

    @Override
    public boolean addAll(Collection<? extends E> elements) {
        if (elements == this) {
            throw new IllegalArgumentException();
        }
        return nodes.addAll(elements);
    }

    @Override
    public void clear() {
        nodes.clear();
    }

    @Override
    public Iterator<E> iterator() {
        return nodes.iterator(false);
    }
}
