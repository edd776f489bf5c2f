package java.lang.ref;

import klew.runtime.Intrinsics;

/** A reference that the garbage collector may clear: whether it has, is asked anew each time until it has. */
public abstract class Reference<T> {
    private T referent;
    private final ReferenceQueue<? super T> queue;
    private boolean enqueued;

    Reference(T referent) {
        this(referent, null);
    }

    Reference(T referent, ReferenceQueue<? super T> queue) {
        this.referent = referent;
        this.queue = queue;
        if (queue != null) {
            queue.register();
        }
    }

    public T get() {
        if (referent != null && Intrinsics.approximateBoolean("whether the garbage collector cleared a reference")) {
            referent = null;
        }
        return referent;
    }

    /** What the caller holds was not cleared. */
    public final boolean refersTo(T object) {
        return object == null ? get() == null : referent == object;
    }

    public void clear() {
        referent = null;
    }

    @Deprecated
    public boolean isEnqueued() {
        return enqueued || queue != null && queue.maybeCollected();
    }

    public boolean enqueue() {
        clear();
        if (queue == null || enqueued) {
            return false;
        }
        enqueued = true;
        queue.add(this);
        return true;
    }

    void removed() {
        enqueued = false;
    }

    @Override
    protected Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    public static void reachabilityFence(Object object) {}
}
