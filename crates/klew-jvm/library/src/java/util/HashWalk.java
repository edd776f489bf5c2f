package java.util;

/** Along a `HashMap`, in its order, as long as nobody else changes which keys it has. */
abstract class HashWalk<K, V, T> implements Iterator<T> {
    private final HashMap<K, V> map;
    private HashMap.Node<K, V> next;
    private HashMap.Node<K, V> last;
    private int count;

    HashWalk(HashMap<K, V> map) {
        this.map = map;
        count = map.modCount;
        next = map.behind(null);
    }

    abstract T of(HashMap.Node<K, V> node);

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public T next() {
        if (map.modCount != count) {
            throw new ConcurrentModificationException();
        }
        if (next == null) {
            throw new NoSuchElementException();
        }
        last = next;
        next = map.behind(next);
        return of(last);
    }

    @Override
    public void remove() {
        if (last == null) {
            throw new IllegalStateException();
        }
        if (map.modCount != count) {
            throw new ConcurrentModificationException();
        }
        map.remove(last);
        last = null;
        count = map.modCount;
    }

    static final class Keys<K, V> extends HashWalk<K, V, K> {
        Keys(HashMap<K, V> map) {
            super(map);
        }

        @Override
        K of(HashMap.Node<K, V> node) {
            return node.key;
        }
    }

    static final class Values<K, V> extends HashWalk<K, V, V> {
        Values(HashMap<K, V> map) {
            super(map);
        }

        @Override
        V of(HashMap.Node<K, V> node) {
            return node.value;
        }
    }

    static final class Entries<K, V> extends HashWalk<K, V, Map.Entry<K, V>> {
        Entries(HashMap<K, V> map) {
            super(map);
        }

        @Override
        Map.Entry<K, V> of(HashMap.Node<K, V> node) {
            return node;
        }
    }
}
