package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;

/** A lock that the only thread may take several times. */
public class ReentrantLock implements Lock, java.io.Serializable {
    private int holds;

    public ReentrantLock() {}

    public ReentrantLock(boolean fair) {}

    @Override
    public void lock() {
        holds++;
    }

    @Override
    public void lockInterruptibly() {
        holds++;
    }

    @Override
    public boolean tryLock() {
        holds++;
        return true;
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) {
        holds++;
        return true;
    }

    @Override
    public void unlock() {
        if (holds == 0) {
            throw new IllegalMonitorStateException();
        }
        holds--;
    }

    @Override
    public Condition newCondition() {
        return new OneThread(this);
    }

    public int getHoldCount() {
        return holds;
    }

    public boolean isHeldByCurrentThread() {
        return holds > 0;
    }

    public boolean isLocked() {
        return holds > 0;
    }
}
