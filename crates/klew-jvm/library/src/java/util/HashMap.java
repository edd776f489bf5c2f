package java.util;

import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** A map by hash codes, iterated over in the order that the JDK's has ({@link HashBins}). */
public class HashMap<K, V> extends AbstractMap<K, V> implements Map<K, V>, Cloneable, java.io.Serializable {
    /** An entry. */
    static final class Node<K, V> implements Map.Entry<K, V> {
        final int hash;
        final K key;
        V value;
        /** The next one of its bin. */
        Node<K, V> next;
        boolean isPlaced;
        /** Its place among the entries of its bin. */
        int rank;
        /** The neighbours in the order of `LinkedHashMap`. */
        Node<K, V> before;
        Node<K, V> after;

        Node(int hash, K key, V value) {
            this.hash = hash;
            this.key = key;
            this.value = value;
        }

        /** Whether it has that key. The hash of a text says nothing that the text does not. */
        boolean is(int otherHash, Object other) {
            return (other instanceof String || hash == otherHash)
                    && (key == other || other != null && other.equals(key));
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            return value;
        }

        @Override
        public V setValue(V other) {
            V old = value;
            value = other;
            return old;
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(key) ^ Objects.hashCode(value);
        }

        @Override
        public boolean equals(Object other) {
            return other == this || other instanceof Map.Entry<?, ?> entry
                    && Objects.equals(key, entry.getKey()) && Objects.equals(value, entry.getValue());
        }

        @Override
        public String toString() {
            return key + "=" + value;
        }
    }

    HashBins<K, V> bins;
    int modCount;

    public HashMap() {
        bins = new HashBins<>(0.75f, 0);
    }

    public HashMap(int capacity) {
        this(capacity, 0.75f);
    }

    public HashMap(int capacity, float load) {
        if (capacity < 0) {
            throw new IllegalArgumentException("Illegal initial capacity: " + capacity);
        }
        if (load <= 0 || Float.isNaN(load)) {
            throw new IllegalArgumentException("Illegal load factor: " + load);
        }
        bins = new HashBins<>(load, HashBins.powerFor(capacity));
    }

    public HashMap(Map<? extends K, ? extends V> other) {
        bins = new HashBins<>(0.75f, 0);
        putEntries(other, false);
    }

    static int calculateHashMapCapacity(int count) {
        return (int) Math.ceil(count / 0.75);
    }

    public static <K, V> HashMap<K, V> newHashMap(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("Negative number of mappings: " + count);
        }
        return new HashMap<>(calculateHashMapCapacity(count));
    }

    private void putEntries(Map<? extends K, ? extends V> other, boolean evicts) {
        bins.makeRoomFor(other.size());
        for (Map.Entry<? extends K, ? extends V> entry : other.entrySet()) {
            put(entry.getKey(), entry.getValue(), false, evicts);
        }
    }

    Node<K, V> find(Object key) {
        return bins.find(HashBins.hash(key), key);
    }

    /** The entry behind another one in the map's order; the first behind none. */
    Node<K, V> behind(Node<K, V> node) {
        return bins.behind(node);
    }

    /** A node was asked for, or changed. */
    void used(Node<K, V> node) {}

    /** A node was put in. */
    void added(boolean evicts) {}

    private V put(K key, V value, boolean onlyIfAbsent, boolean evicts) {
        int hash = HashBins.hash(key);
        if (bins.table == null) {
            bins.grow();
        }
        Node<K, V> node = bins.find(hash, key);
        if (node != null) {
            V old = node.value;
            if (!onlyIfAbsent || old == null) {
                node.value = value;
            }
            used(node);
            return old;
        }
        bins.add(new Node<>(hash, key, value), false);
        ++modCount;
        if (++bins.size > bins.threshold) {
            bins.grow();
        }
        added(evicts);
        return null;
    }

    /** A node in front of its bin, as functions that compute values put them in. */
    private void addFirst(int hash, K key, V value) {
        bins.add(new Node<>(hash, key, value), true);
        ++modCount;
        ++bins.size;
        added(true);
    }

    private void makeRoom() {
        if (bins.table == null || bins.size > bins.threshold) {
            bins.grow();
        }
    }

    void remove(Node<K, V> node) {
        bins.remove(node);
        ++modCount;
        --bins.size;
    }

    private void checkUnchanged(int count) {
        if (modCount != count) {
            throw new ConcurrentModificationException();
        }
    }

    @Override
    public int size() {
        return bins.size;
    }

    @Override
    public boolean isEmpty() {
        return bins.size == 0;
    }

    @Override
    public V get(Object key) {
        Node<K, V> node = find(key);
        return node == null ? null : node.value;
    }

    @Override
    public V getOrDefault(Object key, V other) {
        Node<K, V> node = find(key);
        return node == null ? other : node.value;
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) != null;
    }

    @Override
    public boolean containsValue(Object value) {
        for (Node<K, V> node = bins.head; node != null; node = node.after) {
            if (node.value == value || value != null && value.equals(node.value)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public V put(K key, V value) {
        return put(key, value, false, true);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return put(key, value, true, true);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> other) {
        putEntries(other, true);
    }

    @Override
    public V remove(Object key) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        remove(node);
        return node.value;
    }

    @Override
    public boolean remove(Object key, Object value) {
        Node<K, V> node = find(key);
        if (node == null || !(node.value == value || value != null && value.equals(node.value))) {
            return false;
        }
        remove(node);
        return true;
    }

    @Override
    public void clear() {
        ++modCount;
        bins.clear();
    }

    @Override
    public boolean replace(K key, V old, V value) {
        Node<K, V> node = find(key);
        if (node == null || !(node.value == old || node.value != null && node.value.equals(old))) {
            return false;
        }
        node.value = value;
        used(node);
        return true;
    }

    @Override
    public V replace(K key, V value) {
        Node<K, V> node = find(key);
        if (node == null) {
            return null;
        }
        V old = node.value;
        node.value = value;
        used(node);
        return old;
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function);
        int hash = HashBins.hash(key);
        makeRoom();
        Node<K, V> node = bins.find(hash, key);
        if (node != null && node.value != null) {
            used(node);
            return node.value;
        }
        int count = modCount;
        V value = function.apply(key);
        checkUnchanged(count);
        if (value == null) {
            return null;
        }
        if (node == null) {
            addFirst(hash, key, value);
        } else {
            node.value = value;
            used(node);
        }
        return value;
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        Node<K, V> node = find(key);
        if (node == null || node.value == null) {
            return null;
        }
        int count = modCount;
        V value = function.apply(key, node.value);
        checkUnchanged(count);
        set(node, value);
        return value;
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        int hash = HashBins.hash(key);
        makeRoom();
        Node<K, V> node = bins.find(hash, key);
        int count = modCount;
        V value = function.apply(key, node == null ? null : node.value);
        checkUnchanged(count);
        if (node != null) {
            set(node, value);
        } else if (value != null) {
            addFirst(hash, key, value);
        }
        return value;
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        if (value == null || function == null) {
            throw new NullPointerException();
        }
        int hash = HashBins.hash(key);
        makeRoom();
        Node<K, V> node = bins.find(hash, key);
        if (node == null) {
            addFirst(hash, key, value);
            return value;
        }
        V merged = value;
        if (node.value != null) {
            int count = modCount;
            merged = function.apply(node.value, value);
            checkUnchanged(count);
        }
        set(node, merged);
        return merged;
    }

    /** A new value of an entry, which goes with null. */
    private void set(Node<K, V> node, V value) {
        if (value == null) {
            remove(node);
        } else {
            node.value = value;
            used(node);
        }
    }

    /** Along all entries in their order; who changes which keys there are is told so at the end. */
    void forEachNode(Consumer<Node<K, V>> action) {
        int count = modCount;
        for (Node<K, V> node = behind(null); node != null; node = behind(node)) {
            action.accept(node);
        }
        checkUnchanged(count);
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        Objects.requireNonNull(action);
        forEachNode(node -> action.accept(node.key, node.value));
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function);
        forEachNode(node -> node.value = function.apply(node.key, node.value));
    }

    @Override
    public Set<K> keySet() {
        return new HashViews.Keys<>(this);
    }

    @Override
    public Collection<V> values() {
        return new HashViews.Values<>(this);
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new HashViews.Entries<>(this);
    }

    /** In any order, as all have to be equal. */
    @Override
    public boolean equals(Object other) {
        if (other == this) {
            return true;
        }
        if (!(other instanceof Map<?, ?> map) || map.size() != size()) {
            return false;
        }
        try {
            for (Node<K, V> node = bins.head; node != null; node = node.after) {
                boolean same = node.value == null
                        ? map.get(node.key) == null && map.containsKey(node.key)
                        : node.value.equals(map.get(node.key));
                if (!same) {
                    return false;
                }
            }
            return true;
        } catch (ClassCastException | NullPointerException e) {
            return false;
        }
    }

    /** In any order, as the sum is the same. */
    @Override
    public int hashCode() {
        int sum = 0;
        for (Node<K, V> node = bins.head; node != null; node = node.after) {
            sum += node.hashCode();
        }
        return sum;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Object clone() {
        HashMap<K, V> copy;
        try {
            copy = (HashMap<K, V>) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new InternalError(e);
        }
        copy.bins = new HashBins<>(bins.load, 0);
        copy.modCount = 0;
        copy.putEntries(this, false);
        return copy;
    }

    /** An array for all keys, with null behind them if it is longer: what `HashSet` asks for. */
    @SuppressWarnings("unchecked")
    <T> T[] prepareArray(T[] array) {
        if (array.length < bins.size) {
            Class<?> component = array.getClass().getComponentType();
            return (T[]) java.lang.reflect.Array.newInstance(component, bins.size);
        }
        if (array.length > bins.size) {
            array[bins.size] = null;
        }
        return array;
    }

    /** The keys in their order: what `HashSet` asks for. */
    <T> T[] keysToArray(T[] array) {
        Object[] keys = array;
        int count = 0;
        for (Node<K, V> node = behind(null); node != null; node = behind(node)) {
            keys[count++] = node.key;
        }
        return array;
    }

    int capacity() {
        return bins.table != null ? bins.table.length : bins.threshold > 0 ? bins.threshold : 16;
    }

    float loadFactor() {
        return bins.load;
    }

    /** The keys, as streams of a `HashSet` walk along them. */
    static final class KeySpliterator<K, V> implements Spliterator<K> {
        private final HashMap<K, V> map;
        private Spliterator<K> keys;

        KeySpliterator(HashMap<K, V> map, int from, int to, int size, int count) {
            this.map = map;
        }

        private Spliterator<K> keys() {
            if (keys == null) {
                keys = Spliterators.spliterator(map.keySet(), Spliterator.DISTINCT);
            }
            return keys;
        }

        @Override
        public boolean tryAdvance(Consumer<? super K> action) {
            return keys().tryAdvance(action);
        }

        @Override
        public void forEachRemaining(Consumer<? super K> action) {
            keys().forEachRemaining(action);
        }

        @Override
        public Spliterator<K> trySplit() {
            return null;
        }

        @Override
        public long estimateSize() {
            return keys().estimateSize();
        }

        @Override
        public int characteristics() {
            return Spliterator.SIZED | Spliterator.DISTINCT;
        }
    }
}
