package java.lang.ref;

import java.util.ArrayList;
import klew.runtime.Intrinsics;

/** References that the program enqueued; where the garbage collector may have, the other case is unsupported. */
public class ReferenceQueue<T> {
    private final ArrayList<Reference<? extends T>> enqueued = new ArrayList<>();
    private boolean used;

    public ReferenceQueue() {}

    void register() {
        used = true;
    }

    void add(Reference<?> reference) {
        enqueued.add(0, (Reference<? extends T>) reference);
    }

    boolean maybeCollected() {
        if (used && Intrinsics.approximateBoolean("whether the garbage collector enqueued a reference")) {
            throw Intrinsics.unsupported("a reference that the garbage collector enqueued");
        }
        return false;
    }

    public Reference<? extends T> poll() {
        if (maybeCollected() || enqueued.isEmpty()) {
            return null;
        }
        Reference<? extends T> first = enqueued.remove(0);
        first.removed();
        return first;
    }

    public Reference<? extends T> remove(long timeout) throws InterruptedException {
        if (timeout < 0) {
            throw new IllegalArgumentException("Negative timeout value");
        }
        Reference<? extends T> first = poll();
        if (first == null && timeout == 0) {
            throw Intrinsics.unsupported("ReferenceQueue.remove, which waits");
        }
        return first;
    }

    public Reference<? extends T> remove() throws InterruptedException {
        return remove(0);
    }
}
