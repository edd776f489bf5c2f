package java.util.concurrent;

import klew.runtime.Intrinsics;

/** Permits that one thread takes and gives. */
public class Semaphore implements java.io.Serializable {
    private int permits;
    private final boolean fair;

    public Semaphore(int permits) {
        this(permits, false);
    }

    public Semaphore(int permits, boolean fair) {
        this.permits = permits;
        this.fair = fair;
    }

    private static void check(int count) {
        if (count < 0) {
            throw new IllegalArgumentException();
        }
    }

    private void take(int count) {
        if (!tryAcquire(count)) {
            throw Intrinsics.unsupported("Semaphore.acquire that no thread can end");
        }
    }

    public void acquire() throws InterruptedException {
        acquire(1);
    }

    public void acquire(int count) throws InterruptedException {
        check(count);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        take(count);
    }

    public void acquireUninterruptibly() {
        take(1);
    }

    public void acquireUninterruptibly(int count) {
        take(count);
    }

    public boolean tryAcquire() {
        return tryAcquire(1);
    }

    public boolean tryAcquire(int count) {
        check(count);
        int left = permits - count;
        if (left < 0) {
            return false;
        }
        permits = left;
        return true;
    }

    /** Nobody else can give permits, so the time passes. */
    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    public boolean tryAcquire(int count, long timeout, TimeUnit unit) throws InterruptedException {
        check(count);
        unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return tryAcquire(count);
    }

    public void release() {
        release(1);
    }

    public void release(int count) {
        check(count);
        int next = permits + count;
        if (next < permits) {
            throw new Error("Maximum permit count exceeded");
        }
        permits = next;
    }

    public int availablePermits() {
        return permits;
    }

    public int drainPermits() {
        int all = permits;
        permits = 0;
        return all;
    }

    protected void reducePermits(int reduction) {
        check(reduction);
        int next = permits - reduction;
        if (next > permits) {
            throw new Error("Permit count underflow");
        }
        permits = next;
    }

    public boolean isFair() {
        return fair;
    }

    public final boolean hasQueuedThreads() {
        return false;
    }

    public final int getQueueLength() {
        return 0;
    }

    @Override
    public String toString() {
        return super.toString() + "[Permits = " + permits + "]";
    }
}
