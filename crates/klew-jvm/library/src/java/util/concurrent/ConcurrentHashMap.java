package java.util.concurrent;

import java.util.AbstractMap;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import klew.runtime.Intrinsics;

/**
 * A map without null; there is one thread only. Its table grows and its bins are in order as in the JDK, so that it is iterated over
 * in the same order. Not modelled: bins of trees, and functions that change the map that calls them.
 */
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, java.io.Serializable {
    private static final int MOST = 1 << 30;
    private static final int TREE = 8;
    private static final int LEAST_WITH_TREES = 64;

    /** An entry of a bin. */
    static final class Node<K, V> {
        final int hash;
        final K key;
        V value;
        Node<K, V> next;

        Node(int hash, K key, V value, Node<K, V> next) {
            this.hash = hash;
            this.key = key;
            this.value = value;
            this.next = next;
        }

        boolean is(int otherHash, Object other) {
            return hash == otherHash && (key == other || other.equals(key));
        }
    }

    Node<K, V>[] table;
    /** How often the table became another one. */
    int tables;
    /** The size at which it grows; before there is a table, how large it becomes, or 0 if nobody said so. */
    private int limit;
    private int count;
    /** Whether a function of the program is asked for a value. */
    private boolean busy;

    public ConcurrentHashMap() {}

    public ConcurrentHashMap(int capacity) {
        this(capacity, 0.75f, 1);
    }

    public ConcurrentHashMap(int capacity, float load) {
        this(capacity, load, 1);
    }

    public ConcurrentHashMap(int capacity, float load, int level) {
        if (!(load > 0) || capacity < 0 || level <= 0) {
            throw new IllegalArgumentException();
        }
        long size = (long) (1.0 + (long) Math.max(capacity, level) / load);
        limit = size >= MOST ? MOST : powerFor((int) size);
    }

    public ConcurrentHashMap(Map<? extends K, ? extends V> other) {
        limit = 16;
        putAll(other);
    }

    private static int powerFor(int size) {
        int power = -1 >>> Integer.numberOfLeadingZeros(size - 1);
        return power < 0 ? 1 : power >= MOST ? MOST : power + 1;
    }

    private static int spread(int hash) {
        return (hash ^ hash >>> 16) & Integer.MAX_VALUE;
    }

    private void makeTable(int length) {
        table = new Node[length];
        tables++;
        limit = length - (length >>> 2);
    }

    private void changes() {
        if (busy) {
            throw Intrinsics.unsupported("a function that changes the ConcurrentHashMap that calls it");
        }
    }

    /** Room for so many, as `putAll` and long bins ask for. */
    private void presize(int size) {
        int wanted = size >= MOST >>> 1 ? MOST : powerFor(size + (size >>> 1) + 1);
        if (table == null) {
            makeTable(Math.max(limit, wanted));
        }
        while (wanted > limit && table.length < MOST) {
            grow();
        }
    }

    private void grow() {
        Node<K, V>[] old = table;
        int length = old.length;
        makeTable(2 * length);
        limit = (length << 1) - (length >>> 1);
        for (int i = 0; i < length; i++) {
            if (old[i] != null) {
                split(old[i], length, i);
            }
        }
    }

    /** What the end of a bin has in common keeps its order; what is before it is turned around. */
    private void split(Node<K, V> first, int length, int at) {
        int bit = first.hash & length;
        Node<K, V> last = first;
        for (Node<K, V> node = first.next; node != null; node = node.next) {
            if ((node.hash & length) != bit) {
                bit = node.hash & length;
                last = node;
            }
        }
        Node<K, V> low = bit == 0 ? last : null;
        Node<K, V> high = bit == 0 ? null : last;
        for (Node<K, V> node = first; node != last; node = node.next) {
            if ((node.hash & length) == 0) {
                low = new Node<>(node.hash, node.key, node.value, low);
            } else {
                high = new Node<>(node.hash, node.key, node.value, high);
            }
        }
        table[at] = low;
        table[at + length] = high;
    }

    private Node<K, V> first(int hash) {
        return table == null ? null : table[hash & table.length - 1];
    }

    private Node<K, V> find(int hash, Object key) {
        Node<K, V> node = first(hash);
        while (node != null && !node.is(hash, key)) {
            node = node.next;
        }
        return node;
    }

    /** The same for a method that puts something there. */
    private Node<K, V> findToPut(int hash, Object key) {
        Node<K, V> node = first(hash);
        int place = 1;
        while (node != null && !node.is(hash, key)) {
            node = node.next;
            place++;
        }
        if (node != null && place >= TREE) {
            throw Intrinsics.unsupported("a ConcurrentHashMap with many keys in one bin");
        }
        return node;
    }

    /** Before something is put there: no function of the program is at work, and there is a table. */
    private void prepare() {
        changes();
        if (table == null) {
            makeTable(limit > 0 ? limit : 16);
        }
    }

    /** Puts what is not there behind the others of its bin. */
    private void add(int hash, K key, V value) {
        Node<K, V> made = new Node<>(hash, key, value, null);
        int at = hash & table.length - 1;
        Node<K, V> last = table[at];
        if (last == null) {
            table[at] = made;
        } else {
            int others = 1;
            while (last.next != null) {
                last = last.next;
                others++;
            }
            last.next = made;
            crowded(others);
        }
        count++;
        while (count >= limit && table.length < MOST) {
            grow();
        }
    }

    /** Where nothing comes to a bin after all, it is looked at as if something did. */
    private void addNothing(int hash) {
        int others = 0;
        for (Node<K, V> node = first(hash); node != null; node = node.next) {
            others++;
        }
        crowded(others);
    }

    /** A bin that holds many: a larger table, or a tree. */
    private void crowded(int others) {
        if (others >= TREE) {
            if (table.length >= LEAST_WITH_TREES) {
                throw Intrinsics.unsupported("a ConcurrentHashMap with many keys in one bin");
            }
            presize(table.length << 1);
        }
    }

    private void unlink(Node<K, V> gone) {
        int at = gone.hash & table.length - 1;
        Node<K, V> before = table[at];
        if (before == gone) {
            table[at] = gone.next;
        } else {
            while (before.next != gone) {
                before = before.next;
            }
            before.next = gone.next;
        }
        count--;
    }

    private V put(K key, V value, boolean onlyIfAbsent) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        int hash = spread(key.hashCode());
        prepare();
        Node<K, V> first = first(hash);
        if (onlyIfAbsent && first != null && first.is(hash, key)) {
            return first.value;
        }
        Node<K, V> node = findToPut(hash, key);
        if (node == null) {
            add(hash, key, value);
            return null;
        }
        V old = node.value;
        if (!onlyIfAbsent) {
            node.value = value;
        }
        return old;
    }

    @Override
    public int size() {
        return count;
    }

    public long mappingCount() {
        return count;
    }

    @Override
    public boolean isEmpty() {
        return count == 0;
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(spread(key.hashCode()), key);
        return node == null ? null : node.value;
    }

    @Override
    public V getOrDefault(Object key, V other) {
        V value = get(key);
        return value == null ? other : value;
    }

    @Override
    public boolean containsKey(Object key) {
        return get(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        if (value == null) {
            throw new NullPointerException();
        }
        MapWalk<K, V> walk = new MapWalk<>(this);
        for (Node<K, V> node = walk.advance(); node != null; node = walk.advance()) {
            if (node.value == value || value.equals(node.value)) {
                return true;
            }
        }
        return false;
    }

    public boolean contains(Object value) {
        return containsValue(value);
    }

    @Override
    public V put(K key, V value) {
        return put(key, value, false);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return put(key, value, true);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> other) {
        presize(other.size());
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue(), false);
        }
    }

    @Override
    public V remove(Object key) {
        return drop(key);
    }

    final V drop(Object key) {
        Node<K, V> node = find(spread(key.hashCode()), key);
        changes();
        if (node == null) {
            return null;
        }
        unlink(node);
        return node.value;
    }

    @Override
    public boolean remove(Object key, Object value) {
        if (key == null) {
            throw new NullPointerException();
        }
        if (value == null) {
            return false;
        }
        Node<K, V> node = find(spread(key.hashCode()), key);
        changes();
        if (node == null || value != node.value && !value.equals(node.value)) {
            return false;
        }
        unlink(node);
        return true;
    }

    @Override
    public boolean replace(K key, V old, V value) {
        if (key == null || old == null || value == null) {
            throw new NullPointerException();
        }
        Node<K, V> node = find(spread(key.hashCode()), key);
        changes();
        if (node == null || old != node.value && !old.equals(node.value)) {
            return false;
        }
        node.value = value;
        return true;
    }

    @Override
    public V replace(K key, V value) {
        if (key == null || value == null) {
            throw new NullPointerException();
        }
        Node<K, V> node = find(spread(key.hashCode()), key);
        changes();
        if (node == null) {
            return null;
        }
        V old = node.value;
        node.value = value;
        return old;
    }

    @Override
    public void clear() {
        changes();
        for (int i = 0; table != null && i < table.length; i++) {
            table[i] = null;
        }
        count = 0;
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        if (key == null || function == null) {
            throw new NullPointerException();
        }
        int hash = spread(key.hashCode());
        prepare();
        Node<K, V> first = first(hash);
        if (first != null && first.is(hash, key)) {
            return first.value;
        }
        Node<K, V> node = findToPut(hash, key);
        if (node != null) {
            return node.value;
        }
        V value;
        busy = true;
        try {
            value = function.apply(key);
        } finally {
            busy = false;
        }
        if (value != null) {
            add(hash, key, value);
        } else {
            addNothing(hash);
        }
        return value;
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (key == null || function == null) {
            throw new NullPointerException();
        }
        int hash = spread(key.hashCode());
        prepare();
        Node<K, V> node = find(hash, key);
        return node == null ? null : change(node, hash, key, function);
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        if (key == null || function == null) {
            throw new NullPointerException();
        }
        int hash = spread(key.hashCode());
        prepare();
        return change(findToPut(hash, key), hash, key, function);
    }

    /** Puts what a function makes of a key and its value, or removes the key. */
    private V change(Node<K, V> node, int hash, K key, BiFunction<? super K, ? super V, ? extends V> function) {
        V value;
        busy = true;
        try {
            value = function.apply(key, node == null ? null : node.value);
        } finally {
            busy = false;
        }
        set(node, hash, key, value);
        return value;
    }

    private void set(Node<K, V> node, int hash, K key, V value) {
        if (node == null) {
            if (value != null) {
                add(hash, key, value);
            } else {
                addNothing(hash);
            }
        } else if (value == null) {
            unlink(node);
        } else {
            node.value = value;
        }
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        if (key == null || value == null || function == null) {
            throw new NullPointerException();
        }
        int hash = spread(key.hashCode());
        prepare();
        Node<K, V> node = findToPut(hash, key);
        V merged = value;
        if (node != null) {
            busy = true;
            try {
                merged = function.apply(node.value, value);
            } finally {
                busy = false;
            }
        }
        set(node, hash, key, merged);
        return merged;
    }

    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Map)) {
            return false;
        }
        Map<?, ?> map = (Map<?, ?>) other;
        MapWalk<K, V> walk = new MapWalk<>(this);
        for (Node<K, V> node = walk.advance(); node != null; node = walk.advance()) {
            Object value = map.get(node.key);
            if (value == null || value != node.value && !value.equals(node.value)) {
                return false;
            }
        }
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (entry.getKey() == null || entry.getValue() == null) {
                return false;
            }
            Object value = get(entry.getKey());
            if (value == null || value != entry.getValue() && !entry.getValue().equals(value)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return super.hashCode();
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        MapWalk<K, V> walk = new MapWalk<>(this);
        for (Node<K, V> node = walk.advance(); node != null; node = walk.advance()) {
            action.accept(node.key, node.value);
        }
    }

    @Override
    public KeySetView<K, V> keySet() {
        return new KeySetView<>(this, null);
    }

    public KeySetView<K, V> keySet(V value) {
        return new KeySetView<>(this, Objects.requireNonNull(value));
    }

    public static <T> KeySetView<T, Boolean> newKeySet() {
        return new KeySetView<>(new ConcurrentHashMap<>(), Boolean.TRUE);
    }

    public static <T> KeySetView<T, Boolean> newKeySet(int capacity) {
        return new KeySetView<>(new ConcurrentHashMap<>(capacity), Boolean.TRUE);
    }

    @Override
    public Collection<V> values() {
        return new MapViews.Values<>(this);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new MapViews.Entries<>(this);
    }

    public Enumeration<K> keys() {
        return new MapWalk.Keys<>(this);
    }

    public Enumeration<V> elements() {
        return new MapWalk.Values<>(this);
    }

    /** The keys; what is added gets a common value. */
    public static final class KeySetView<K, V> extends MapViews.Keys<K, V> implements Set<K>, java.io.Serializable {
        private final V value;

        KeySetView(ConcurrentHashMap<K, V> map, V value) {
            super(map);
            this.value = value;
        }

        public ConcurrentHashMap<K, V> getMap() {
            return map;
        }

        public V getMappedValue() {
            return value;
        }

        @Override
        public boolean add(K key) {
            if (value == null) {
                throw new UnsupportedOperationException();
            }
            return map.putIfAbsent(key, value) == null;
        }
    }
}
