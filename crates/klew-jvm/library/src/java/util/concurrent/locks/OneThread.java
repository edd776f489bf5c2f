package java.util.concurrent.locks;

import java.util.Date;
import java.util.concurrent.TimeUnit;
import klew.runtime.Intrinsics;

/** A condition where there is one thread: nobody signals, so a wait ends by its time or never. */
final class OneThread implements Condition {
    private final ReentrantLock lock;

    OneThread(ReentrantLock lock) {
        this.lock = lock;
    }

    private void check() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalMonitorStateException();
        }
    }

    private void begin() throws InterruptedException {
        check();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    @Override
    public void await() throws InterruptedException {
        begin();
        throw Intrinsics.unsupported("Condition.await that no thread can end");
    }

    @Override
    public void awaitUninterruptibly() {
        check();
        throw Intrinsics.unsupported("Condition.await that no thread can end");
    }

    @Override
    public long awaitNanos(long time) throws InterruptedException {
        begin();
        long late = Intrinsics.inputLong();
        Intrinsics.assume(late >= 0 && late < 1L << 40);
        return Math.min(time, 0) - late;
    }

    @Override
    public boolean await(long time, TimeUnit unit) throws InterruptedException {
        unit.toNanos(time);
        begin();
        return false;
    }

    @Override
    public boolean awaitUntil(Date deadline) throws InterruptedException {
        deadline.getTime();
        begin();
        return false;
    }

    @Override
    public void signal() {
        check();
    }

    @Override
    public void signalAll() {
        check();
    }
}
