package java.util.concurrent;

import java.io.Serializable;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;

/** A deque whose iterators go on after changes; there is one thread. */
public class ConcurrentLinkedDeque<E> extends AbstractCollection<E> implements Deque<E>, Serializable {
    private final LinkedNodes<E> nodes = new LinkedNodes<>();

    public ConcurrentLinkedDeque() {}

    public ConcurrentLinkedDeque(Collection<? extends E> elements) {
        addAll(elements);
    }

    @Override
    public void addFirst(E element) {
        nodes.addFirst(element);
    }

    @Override
    public void addLast(E element) {
        nodes.addLast(element);
    }

    @Override
    public boolean offerFirst(E element) {
        nodes.addFirst(element);
        return true;
    }

    @Override
    public boolean offerLast(E element) {
        nodes.addLast(element);
        return true;
    }

    private static <T> T some(T element) {
        if (element == null) {
            throw new NoSuchElementException();
        }
        return element;
    }

    @Override
    public E peekFirst() {
        return nodes.first();
    }

    @Override
    public E peekLast() {
        return nodes.last();
    }

    @Override
    public E getFirst() {
        return some(peekFirst());
    }

    @Override
    public E getLast() {
        return some(peekLast());
    }

    @Override
    public E pollFirst() {
        return nodes.removeFirst();
    }

    @Override
    public E pollLast() {
        return nodes.removeLast();
    }

    @Override
    public E removeFirst() {
        return some(pollFirst());
    }

    @Override
    public E removeLast() {
        return some(pollLast());
    }

    @Override
    public boolean offer(E element) {
        return offerLast(element);
    }

    @Override
    public boolean add(E element) {
        return offerLast(element);
    }

    @Override
    public E poll() {
        return pollFirst();
    }

    @Override
    public E peek() {
        return peekFirst();
    }

    @Override
    public E remove() {
        return removeFirst();
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    @Override
    public E element() {
        return getFirst();
    }

    @Override
    public void push(E element) {
        addFirst(element);
    }

    @Override
    public boolean removeFirstOccurrence(Object element) {
        return nodes.remove(Objects.requireNonNull(element), false);
    }

    @Override
    public boolean removeLastOccurrence(Object element) {
        return nodes.remove(Objects.requireNonNull(element), true);
    }

    @Override
    public boolean remove(Object element) {
        return removeFirstOccurrence(element);
    }

    @Override
    public boolean contains(Object element) {
        return element != null && super.contains(element);
    }

    @Override
    public boolean addAll(Collection<? extends E> elements) {
        if (elements == this) {
            throw new IllegalArgumentException();
        }
        return nodes.addAll(elements);
    }

    @Override
    public boolean isEmpty() {
        return peekFirst() == null;
    }

    @Override
    public int size() {
        return nodes.size();
    }

    @Override
    public void clear() {
        nodes.clear();
    }

    @Override
    public Iterator<E> iterator() {
        return nodes.iterator(false);
    }

    @Override
    public Iterator<E> descendingIterator() {
        return nodes.iterator(true);
    }
}
