package java.lang;

import klew.runtime.Intrinsics;
import klew.runtime.Monitors;

/** There is one thread; others cannot be started. */
public class Thread implements Runnable {
    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;
    private static Thread main;

    /** How many threads were made without a name. */
    private static int nameless;

    /** What runs when an exception ends a thread. */
    @FunctionalInterface
    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread thread, Throwable exception);
    }

    /** The states that a program may ask for. */
    public enum State {
        NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED
    }

    private final Runnable target;
    private String name;
    private int priority = NORM_PRIORITY;
    private boolean daemon;
    private boolean interrupted;

    public Thread() {
        this(null, "Thread-" + nameless++);
    }

    public Thread(Runnable target) {
        this(target, "Thread-" + nameless++);
    }

    public Thread(String name) {
        this(null, name);
    }

    public Thread(Runnable target, String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        this.target = target;
        this.name = name;
    }

    public static Thread currentThread() {
        if (main == null) {
            main = new Thread(null, "main");
        }
        return main;
    }

    public void run() {
        if (target != null) {
            target.run();
        }
    }

    public void start() {
        throw Intrinsics.unsupported("Thread.start: there is one thread only");
    }

    /** Who was not started is not waited for. */
    public final void join() throws InterruptedException {
        if (isAlive()) {
            throw Intrinsics.unsupported("Thread.join: a thread waits for its own end");
        }
    }

    public final void join(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        join();
    }

    public static void sleep(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
    }

    public static void sleep(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanoseconds < 0 || nanoseconds > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        sleep(milliseconds);
    }

    public static void yield() {}

    public static void onSpinWait() {}

    public void interrupt() {
        interrupted = true;
    }

    public static boolean interrupted() {
        Thread thread = currentThread();
        boolean result = thread.interrupted;
        thread.interrupted = false;
        return result;
    }

    public boolean isInterrupted() {
        return interrupted;
    }

    public final boolean isAlive() {
        return this == currentThread();
    }

    public final String getName() {
        return name;
    }

    public final void setName(String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        this.name = name;
    }

    public final int getPriority() {
        return priority;
    }

    public final void setPriority(int priority) {
        if (priority < MIN_PRIORITY || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException();
        }
        this.priority = priority;
    }

    public final boolean isDaemon() {
        return daemon;
    }

    public final void setDaemon(boolean daemon) {
        if (isAlive()) {
            throw new IllegalThreadStateException();
        }
        this.daemon = daemon;
    }

    public long getId() {
        return isAlive() ? 1 : Intrinsics.approximateLong("the number of a thread");
    }

    @Override
    public String toString() {
        throw Intrinsics.unsupported("Thread.toString");
    }

    public State getState() {
        return isAlive() ? State.RUNNABLE : State.NEW;
    }

    public StackTraceElement[] getStackTrace() {
        throw Intrinsics.unsupported("Thread.getStackTrace");
    }

    public static void dumpStack() {}

    public static boolean holdsLock(Object object) {
        if (object == null) {
            throw new NullPointerException();
        }
        return Monitors.holds(object);
    }

    public ClassLoader getContextClassLoader() {
        throw Intrinsics.unsupported("Thread.getContextClassLoader");
    }

    public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        throw Intrinsics.unsupported("Thread.setUncaughtExceptionHandler");
    }

    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        throw Intrinsics.unsupported("Thread.setDefaultUncaughtExceptionHandler");
    }
}
