package java.util;

/** A `HashMap` in the order in which its keys were put in, or in which they were last used. */
public class LinkedHashMap<K, V> extends HashMap<K, V> implements Map<K, V> {
    private final boolean isByUse;

    public LinkedHashMap() {
        isByUse = false;
    }

    public LinkedHashMap(int capacity) {
        super(capacity);
        isByUse = false;
    }

    public LinkedHashMap(int capacity, float load) {
        super(capacity, load);
        isByUse = false;
    }

    public LinkedHashMap(int capacity, float load, boolean isByUse) {
        super(capacity, load);
        this.isByUse = isByUse;
    }

    public LinkedHashMap(Map<? extends K, ? extends V> other) {
        super(other);
        isByUse = false;
    }

    public static <K, V> LinkedHashMap<K, V> newLinkedHashMap(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("Negative number of mappings: " + count);
        }
        return new LinkedHashMap<>(calculateHashMapCapacity(count));
    }

    /** Whether the eldest entry goes as a new one is put in. */
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return false;
    }

    @Override
    Node<K, V> behind(Node<K, V> node) {
        return node == null ? bins.head : node.after;
    }

    @Override
    void used(Node<K, V> node) {
        if (isByUse && bins.tail != node) {
            bins.moveToEnd(node);
            ++modCount;
        }
    }

    @Override
    void added(boolean evicts) {
        if (evicts && bins.head != null && removeEldestEntry(bins.head)) {
            remove(bins.head);
        }
    }

    /** The eldest entry, as it is now: asked for since Java 21. */
    public Map.Entry<K, V> firstEntry() {
        return copy(bins.head);
    }

    public Map.Entry<K, V> lastEntry() {
        return copy(bins.tail);
    }

    public Map.Entry<K, V> pollFirstEntry() {
        return poll(bins.head);
    }

    public Map.Entry<K, V> pollLastEntry() {
        return poll(bins.tail);
    }

    private Map.Entry<K, V> copy(Node<K, V> node) {
        return node == null ? null : new AbstractMap.SimpleImmutableEntry<>(node);
    }

    private Map.Entry<K, V> poll(Node<K, V> node) {
        Map.Entry<K, V> entry = copy(node);
        if (node != null) {
            remove(node);
        }
        return entry;
    }

    @Override
    public V get(Object key) {
        return getOrDefault(key, null);
    }

    @Override
    public V getOrDefault(Object key, V other) {
        Node<K, V> node = find(key);
        if (node == null) {
            return other;
        }
        used(node);
        return node.value;
    }
}
