package java.util.concurrent.locks;

import java.util.concurrent.TimeUnit;
import klew.runtime.Intrinsics;

/** A pair of locks that the only thread takes: writing excludes nobody but readers that went before. */
public class ReentrantReadWriteLock implements ReadWriteLock, java.io.Serializable {
    private final ReadLock reader;
    private final WriteLock writer;
    private final boolean fair;
    private int reads;
    private int writes;

    public ReentrantReadWriteLock() {
        this(false);
    }

    public ReentrantReadWriteLock(boolean fair) {
        this.fair = fair;
        this.reader = new ReadLock(this);
        this.writer = new WriteLock(this);
    }

    @Override
    public WriteLock writeLock() {
        return writer;
    }

    @Override
    public ReadLock readLock() {
        return reader;
    }

    public final boolean isFair() {
        return fair;
    }

    public int getReadLockCount() {
        return reads;
    }

    public int getReadHoldCount() {
        return reads;
    }

    public boolean isWriteLocked() {
        return writes > 0;
    }

    public boolean isWriteLockedByCurrentThread() {
        return writes > 0;
    }

    public int getWriteHoldCount() {
        return writes;
    }

    /** The lock for reading. */
    public static class ReadLock implements Lock, java.io.Serializable {
        private final ReentrantReadWriteLock both;

        protected ReadLock(ReentrantReadWriteLock both) {
            this.both = both;
        }

        @Override
        public void lock() {
            both.reads++;
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            interrupted();
            both.reads++;
        }

        @Override
        public boolean tryLock() {
            both.reads++;
            return true;
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            unit.toNanos(time);
            interrupted();
            return tryLock();
        }

        @Override
        public void unlock() {
            if (both.reads == 0) {
                throw new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
            }
            both.reads--;
        }

        @Override
        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }
    }

    private static void interrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** The lock for writing. */
    public static class WriteLock implements Lock, java.io.Serializable {
        private final ReentrantReadWriteLock both;

        protected WriteLock(ReentrantReadWriteLock both) {
            this.both = both;
        }

        private boolean isFree() {
            return both.reads == 0 || both.writes > 0;
        }

        @Override
        public void lock() {
            if (!isFree()) {
                throw Intrinsics.unsupported("a lock for writing that the thread itself keeps from being taken");
            }
            both.writes++;
        }

        @Override
        public void lockInterruptibly() throws InterruptedException {
            interrupted();
            lock();
        }

        @Override
        public boolean tryLock() {
            if (!isFree()) {
                return false;
            }
            both.writes++;
            return true;
        }

        @Override
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
            unit.toNanos(time);
            interrupted();
            return tryLock();
        }

        @Override
        public void unlock() {
            if (both.writes == 0) {
                throw new IllegalMonitorStateException();
            }
            both.writes--;
        }

        @Override
        public Condition newCondition() {
            throw Intrinsics.unsupported("a condition of a lock for writing");
        }

        public boolean isHeldByCurrentThread() {
            return both.writes > 0;
        }

        public int getHoldCount() {
            return both.writes;
        }
    }
}
