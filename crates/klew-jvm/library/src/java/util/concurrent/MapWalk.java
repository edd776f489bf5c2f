package java.util.concurrent;

import java.util.AbstractMap;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import klew.runtime.Intrinsics;

/** A way through a `ConcurrentHashMap`, bin by bin: it sees what changes behind the entry that comes next. */
class MapWalk<K, V> {
    final ConcurrentHashMap<K, V> map;
    private final ConcurrentHashMap.Node<K, V>[] table;
    private final int tables;
    private ConcurrentHashMap.Node<K, V> next;
    private int bin;

    MapWalk(ConcurrentHashMap<K, V> map) {
        this.map = map;
        this.table = map.table;
        this.tables = map.tables;
    }

    /** The next entry, or null. */
    final ConcurrentHashMap.Node<K, V> advance() {
        if (next != null) {
            next = next.next;
        }
        while (next == null && table != null && bin < table.length) {
            if (tables != map.tables) {
                throw Intrinsics.unsupported("a ConcurrentHashMap that grows while it is iterated over");
            }
            next = table[bin];
            bin++;
        }
        return next;
    }

    /** An iterator: the next entry is known before it is asked for. */
    static class Steps<K, V> extends MapWalk<K, V> {
        private ConcurrentHashMap.Node<K, V> coming;
        private ConcurrentHashMap.Node<K, V> last;

        Steps(ConcurrentHashMap<K, V> map) {
            super(map);
            coming = advance();
        }

        public final boolean hasNext() {
            return coming != null;
        }

        public final boolean hasMoreElements() {
            return coming != null;
        }

        final ConcurrentHashMap.Node<K, V> step() {
            if (coming == null) {
                throw new NoSuchElementException();
            }
            last = coming;
            coming = advance();
            return last;
        }

        public final void remove() {
            if (last == null) {
                throw new IllegalStateException();
            }
            map.drop(last.key);
            last = null;
        }
    }

    static final class Keys<K, V> extends Steps<K, V> implements Iterator<K>, Enumeration<K> {
        Keys(ConcurrentHashMap<K, V> map) {
            super(map);
        }

        @Override
        public K next() {
            return step().key;
        }

        @Override
        public K nextElement() {
            return step().key;
        }
    }

    static final class Values<K, V> extends Steps<K, V> implements Iterator<V>, Enumeration<V> {
        Values(ConcurrentHashMap<K, V> map) {
            super(map);
        }

        @Override
        public V next() {
            return step().value;
        }

        @Override
        public V nextElement() {
            return step().value;
        }
    }

    static final class Entries<K, V> extends Steps<K, V> implements Iterator<Map.Entry<K, V>> {
        Entries(ConcurrentHashMap<K, V> map) {
            super(map);
        }

        @Override
        public Map.Entry<K, V> next() {
            ConcurrentHashMap.Node<K, V> node = step();
            return new Entry<>(node.key, node.value, map);
        }
    }

    /** An entry as it was when it was come to; what is set goes to the map. */
    static final class Entry<K, V> extends AbstractMap.SimpleEntry<K, V> {
        private final transient ConcurrentHashMap<K, V> map;

        Entry(K key, V value, ConcurrentHashMap<K, V> map) {
            super(key, value);
            this.map = map;
        }

        @Override
        public V setValue(V value) {
            if (value == null) {
                throw new NullPointerException();
            }
            map.put(getKey(), value);
            return super.setValue(value);
        }
    }
}
