package java.util.concurrent.atomic;

import klew.runtime.Values;

/** A reference with a stamp; there is one thread. */
public class AtomicStampedReference<V> {
    private V reference;
    private int stamp;

    public AtomicStampedReference(V reference, int stamp) {
        this.reference = reference;
        this.stamp = stamp;
    }

    public V getReference() {
        return reference;
    }

    public int getStamp() {
        return stamp;
    }

    public V get(int[] holder) {
        holder[0] = stamp;
        return reference;
    }

    public boolean weakCompareAndSet(V expected, V next, int expectedMark, int nextMark) {
        return compareAndSet(expected, next, expectedMark, nextMark);
    }

    public boolean compareAndSet(V expected, V next, int expectedMark, int nextMark) {
        if (!Values.identical(reference, expected) || stamp != expectedMark) {
            return false;
        }
        set(next, nextMark);
        return true;
    }

    public void set(V next, int nextMark) {
        reference = next;
        stamp = nextMark;
    }

    public boolean attemptStamp(V expected, int nextMark) {
        if (!Values.identical(reference, expected)) {
            return false;
        }
        stamp = nextMark;
        return true;
    }
}
