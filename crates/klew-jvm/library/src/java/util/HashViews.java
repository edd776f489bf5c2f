package java.util;

import java.util.function.Consumer;

/** The collections that a `HashMap` is seen as. */
final class HashViews {
    private HashViews() {}

    static final class Keys<K, V> extends AbstractSet<K> {
        private final HashMap<K, V> map;

        Keys(HashMap<K, V> map) {
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
            HashMap.Node<K, V> node = map.find(key);
            if (node == null) {
                return false;
            }
            map.remove(node);
            return true;
        }

        @Override
        public Iterator<K> iterator() {
            return new HashWalk.Keys<>(map);
        }

        @Override
        public void forEach(Consumer<? super K> action) {
            Objects.requireNonNull(action);
            map.forEachNode(node -> action.accept(node.key));
        }
    }

    static final class Values<K, V> extends AbstractCollection<V> {
        private final HashMap<K, V> map;

        Values(HashMap<K, V> map) {
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
            return new HashWalk.Values<>(map);
        }

        @Override
        public void forEach(Consumer<? super V> action) {
            Objects.requireNonNull(action);
            map.forEachNode(node -> action.accept(node.value));
        }
    }

    static final class Entries<K, V> extends AbstractSet<Map.Entry<K, V>> {
        private final HashMap<K, V> map;

        Entries(HashMap<K, V> map) {
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

        private HashMap.Node<K, V> find(Object entry) {
            if (!(entry instanceof Map.Entry<?, ?> other)) {
                return null;
            }
            HashMap.Node<K, V> node = map.find(other.getKey());
            return node != null && node.equals(other) ? node : null;
        }

        @Override
        public boolean contains(Object entry) {
            return find(entry) != null;
        }

        @Override
        public boolean remove(Object entry) {
            HashMap.Node<K, V> node = find(entry);
            if (node == null) {
                return false;
            }
            map.remove(node);
            return true;
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new HashWalk.Entries<>(map);
        }

        @Override
        public void forEach(Consumer<? super Map.Entry<K, V>> action) {
            Objects.requireNonNull(action);
            map.forEachNode(node -> action.accept(node));
        }
    }
}
