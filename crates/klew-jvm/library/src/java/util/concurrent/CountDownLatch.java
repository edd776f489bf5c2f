package java.util.concurrent;

import klew.runtime.Intrinsics;

/** A count that one thread takes down. */
public class CountDownLatch {
    private long count;

    public CountDownLatch(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count < 0");
        }
        this.count = count;
    }

    public void await() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (count > 0) {
            throw Intrinsics.unsupported("CountDownLatch.await that no thread can end");
        }
    }

    /** Nobody else can take the count down, so the time passes. */
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return count == 0;
    }

    public void countDown() {
        if (count > 0) {
            count--;
        }
    }

    public long getCount() {
        return count;
    }

    @Override
    public String toString() {
        return super.toString() + "[Count = " + count + "]";
    }
}
