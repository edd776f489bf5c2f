package java.util.concurrent;

import java.util.AbstractMap;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import klew.runtime.Failures;

/** A map without null; there is one thread only. It must not change while it is iterated over. */
public class ConcurrentHashMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, java.io.Serializable {
    private final HashMap<K, V> map;

    public ConcurrentHashMap() {
        map = new HashMap<>();
    }

    public ConcurrentHashMap(int capacity) {
        map = new HashMap<>(capacity);
    }

    public ConcurrentHashMap(int capacity, float load) {
        map = new HashMap<>(capacity, load);
    }

    public ConcurrentHashMap(int capacity, float load, int level) {
        map = new HashMap<>(capacity, load);
    }

    public ConcurrentHashMap(Map<? extends K, ? extends V> other) {
        map = new HashMap<>();
        putAll(other);
    }

    private static void check(Object object) {
        if (object == null) {
            throw Failures.nullReference();
        }
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public boolean isEmpty() {
        return map.isEmpty();
    }

    @Override
    public V get(Object key) {
        check(key);
        return map.get(key);
    }

    @Override
    public boolean containsKey(Object key) {
        check(key);
        return map.containsKey(key);
    }

    @Override
    public boolean containsValue(Object value) {
        check(value);
        return map.containsValue(value);
    }

    @Override
    public V put(K key, V value) {
        check(key);
        check(value);
        return map.put(key, value);
    }

    @Override
    public V remove(Object key) {
        check(key);
        return map.remove(key);
    }

    @Override
    public void clear() {
        map.clear();
    }

    @Override
    public Set<K> keySet() {
        return map.keySet();
    }

    @Override
    public Collection<V> values() {
        return map.values();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return map.entrySet();
    }

    @Override
    public V getOrDefault(Object key, V other) {
        V value = get(key);
        return value == null ? other : value;
    }

    @Override
    public V putIfAbsent(K key, V value) {
        check(key);
        check(value);
        return map.putIfAbsent(key, value);
    }

    @Override
    public boolean remove(Object key, Object value) {
        check(key);
        return map.remove(key, value);
    }

    @Override
    public boolean replace(K key, V old, V value) {
        check(key);
        check(old);
        check(value);
        return map.replace(key, old, value);
    }

    @Override
    public V replace(K key, V value) {
        check(key);
        check(value);
        return map.replace(key, value);
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        check(key);
        return map.computeIfAbsent(key, function);
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        check(key);
        return map.computeIfPresent(key, function);
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        check(key);
        return map.compute(key, function);
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        check(key);
        check(value);
        return map.merge(key, value, function);
    }
}
