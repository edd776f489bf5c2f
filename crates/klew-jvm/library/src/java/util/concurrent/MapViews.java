package java.util.concurrent;

import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;

/** The collections that a `ConcurrentHashMap` is seen as. */
final class MapViews {
    private MapViews() {}

    static class Keys<K, V> extends AbstractSet<K> {
        final ConcurrentHashMap<K, V> map;

        Keys(ConcurrentHashMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public boolean contains(Object key) {
            return map.containsKey(key);
        }

        @Override
        public boolean remove(Object key) {
            return map.remove(key) != null;
        }

        @Override
        public Iterator<K> iterator() {
            return new MapWalk.Keys<>(map);
        }
    }

    static final class Values<K, V> extends AbstractCollection<V> {
        private final ConcurrentHashMap<K, V> map;

        Values(ConcurrentHashMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public boolean contains(Object value) {
            return map.containsValue(value);
        }

        @Override
        public Iterator<V> iterator() {
            return new MapWalk.Values<>(map);
        }
    }

    static final class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final ConcurrentHashMap<K, V> map;

        Entries(ConcurrentHashMap<K, V> map) {
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public void clear() {
            map.clear();
        }

        @Override
        public boolean contains(Object other) {
            if (!(other instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) other;
            if (entry.getKey() == null || entry.getValue() == null) {
                return false;
            }
            Object value = map.get(entry.getKey());
            return value != null && (value == entry.getValue() || value.equals(entry.getValue()));
        }

        @Override
        public boolean remove(Object other) {
            if (!(other instanceof Map.Entry)) {
                return false;
            }
            Map.Entry<?, ?> entry = (Map.Entry<?, ?>) other;
            return entry.getKey() != null && entry.getValue() != null && map.remove(entry.getKey(), entry.getValue());
        }

        @Override
        public boolean add(Map.Entry<K, V> entry) {
            return map.put(entry.getKey(), entry.getValue()) == null;
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new MapWalk.Entries<>(map);
        }
    }
}
