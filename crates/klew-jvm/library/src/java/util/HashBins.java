package java.util;

import klew.runtime.Intrinsics;

/**
 * The bins of a `HashMap`. Its table grows and its bins are in order as in the JDK, so that the map is iterated over in the same order.
 * An entry whose hash is not known is in no bin, as each bin would be a path: it is looked for among all entries, by its key, and its
 * place is decided when the order matters. Not modelled: the order within bins of trees.
 */
final class HashBins<K, V> {
    private static final int MOST = 1 << 30;
    private static final int TREE = 8;
    private static final int LEAST_WITH_TREES = 64;

    HashMap.Node<K, V>[] table;
    /** The size behind which the table grows; before there is a table, how large it becomes, or 0 if nobody said so. */
    int threshold;
    final float load;
    int size;
    /** All entries, in the order of `LinkedHashMap`. */
    HashMap.Node<K, V> head;
    HashMap.Node<K, V> tail;
    /** How many entries are in no bin. */
    private int loose;
    /** Whether some bin is a tree, or was one. */
    private boolean hasTrees;
    /** The ranks of the first and the last entry of any bin. */
    private int least;
    private int most;

    HashBins(float load, int threshold) {
        this.load = load;
        this.threshold = threshold;
    }

    static int powerFor(int capacity) {
        int power = -1 >>> Integer.numberOfLeadingZeros(capacity - 1);
        return power < 0 ? 1 : power >= MOST ? MOST : power + 1;
    }

    static int hash(Object key) {
        if (key == null) {
            return 0;
        }
        int hash = key.hashCode();
        return hash ^ hash >>> 16;
    }

    HashMap.Node<K, V> find(int hash, Object key) {
        if (size == 0) {
            return null;
        }
        if (loose == 0 && Intrinsics.isKnown(hash)) {
            HashMap.Node<K, V> node = table[hash & table.length - 1];
            while (node != null && !node.is(hash, key)) {
                node = node.next;
            }
            return node;
        }
        HashMap.Node<K, V> node = head;
        while (node != null && !node.is(hash, key)) {
            node = node.after;
        }
        return node;
    }

    void grow() {
        HashMap.Node<K, V>[] old = table;
        int length = old == null ? 0 : old.length;
        if (length >= MOST) {
            threshold = Integer.MAX_VALUE;
            return;
        }
        int longer = length > 0 ? length << 1 : threshold > 0 ? threshold : 16;
        if (length >= 16 && longer < MOST && threshold << 1 != 0) {
            threshold <<= 1;
        } else if (length == 0 && threshold == 0) {
            threshold = 12;
        } else {
            float most = longer * load;
            threshold = longer < MOST && most < (float) MOST ? (int) most : Integer.MAX_VALUE;
        }
        makeTable(longer);
        for (int i = 0; i < length; i++) {
            HashMap.Node<K, V> next;
            for (HashMap.Node<K, V> node = old[i]; node != null; node = next) {
                next = node.next;
                putLast(node);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private void makeTable(int length) {
        table = (HashMap.Node<K, V>[]) new HashMap.Node[length];
    }

    private void putLast(HashMap.Node<K, V> node) {
        int bin = node.hash & table.length - 1;
        node.next = null;
        if (table[bin] == null) {
            table[bin] = node;
            return;
        }
        HashMap.Node<K, V> last = table[bin];
        while (last.next != null) {
            last = last.next;
        }
        last.next = node;
    }

    /** Room for entries that are put in one after the other, as copies of maps ask for. */
    void makeRoomFor(int count) {
        if (count == 0) {
            return;
        }
        if (table == null) {
            // Until Java 18, one more than is needed.
            double wanted = Intrinsics.release() < 19 ? (float) count / load + 1.0F : Math.ceil(count / (double) load);
            int capacity = wanted < MOST ? (int) wanted : MOST;
            if (capacity > threshold) {
                threshold = powerFor(capacity);
            }
            return;
        }
        while (count > threshold && table.length < MOST) {
            grow();
        }
    }

    /** A new entry behind those of its bin, or before them. It is counted by who calls this. */
    void add(HashMap.Node<K, V> node, boolean isFirst) {
        linkLast(node);
        node.rank = isFirst ? --least : ++most;
        // A bin that has so many already becomes a tree with this one, one less where it was counted before.
        int enough = isFirst ? TREE - 1 : TREE;
        boolean isLong = size >= enough && binSize(node.hash) >= enough;
        node.isPlaced = Intrinsics.isKnown(node.hash);
        if (!node.isPlaced) {
            loose++;
        } else if (isFirst) {
            int bin = node.hash & table.length - 1;
            node.next = table[bin];
            table[bin] = node;
        } else {
            putLast(node);
        }
        if (isLong && table.length < LEAST_WITH_TREES) {
            grow();
        } else if (isLong) {
            hasTrees = true;
        }
    }

    /** How many entries are where that hash belongs, without a branch for each. */
    private int binSize(int hash) {
        int count = 0;
        int mask = table.length - 1;
        if (loose == 0 && Intrinsics.isKnown(hash)) {
            for (HashMap.Node<K, V> node = table[hash & mask]; node != null; node = node.next) {
                count++;
            }
            return count;
        }
        for (HashMap.Node<K, V> node = head; node != null; node = node.after) {
            // The new one is in the list already.
            count += 1 - Intrinsics.min((node.hash ^ hash) & mask, 1);
        }
        return count - 1;
    }

    void remove(HashMap.Node<K, V> node) {
        unlink(node);
        if (!node.isPlaced) {
            loose--;
            return;
        }
        int bin = node.hash & table.length - 1;
        if (table[bin] == node) {
            table[bin] = node.next;
            return;
        }
        HashMap.Node<K, V> before = table[bin];
        while (before.next != node) {
            before = before.next;
        }
        before.next = node.next;
    }

    private void linkLast(HashMap.Node<K, V> node) {
        node.before = tail;
        node.after = null;
        if (tail == null) {
            head = node;
        } else {
            tail.after = node;
        }
        tail = node;
    }

    private void unlink(HashMap.Node<K, V> node) {
        if (node.before == null) {
            head = node.after;
        } else {
            node.before.after = node.after;
        }
        if (node.after == null) {
            tail = node.before;
        } else {
            node.after.before = node.before;
        }
    }

    /** Makes an entry the last in the order of `LinkedHashMap`. */
    void moveToEnd(HashMap.Node<K, V> node) {
        unlink(node);
        linkLast(node);
    }

    void clear() {
        head = null;
        tail = null;
        size = 0;
        loose = 0;
        hasTrees = false;
        if (table != null) {
            makeTable(table.length);
        }
    }

    /** The entry behind another one in the order of bins; the first behind none. */
    HashMap.Node<K, V> behind(HashMap.Node<K, V> node) {
        if (hasTrees) {
            throw Intrinsics.unsupported("the order of a HashMap with nine entries in one bin");
        }
        if (loose > 0) {
            return firstOfAllBehind(node);
        }
        if (node != null && node.next != null) {
            return node.next;
        }
        if (size == 0) {
            return null;
        }
        int bin = node == null ? 0 : (node.hash & table.length - 1) + 1;
        while (bin < table.length && table[bin] == null) {
            bin++;
        }
        return bin < table.length ? table[bin] : null;
    }

    private HashMap.Node<K, V> firstOfAllBehind(HashMap.Node<K, V> node) {
        HashMap.Node<K, V> first = null;
        for (HashMap.Node<K, V> other = head; other != null; other = other.after) {
            if (other != node && (node == null || isBefore(node, other))
                    && (first == null || isBefore(other, first))) {
                first = other;
            }
        }
        return first;
    }

    private boolean isBefore(HashMap.Node<K, V> one, HashMap.Node<K, V> other) {
        int mask = table.length - 1;
        int tie = one.rank < other.rank ? 1 : 0;
        return (one.hash & mask) < (other.hash & mask) + tie;
    }
}
