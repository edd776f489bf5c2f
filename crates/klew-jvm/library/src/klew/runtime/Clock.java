package klew.runtime;

/** The clocks: they show any time that can be, and do not go back. */
public final class Clock {
    /** The end of the year 9999 in milliseconds. */
    private static final long LAST = 253402300799999L;

    /** The latest time that was shown. */
    private static long latest;

    /** Whether `origin` and `passed` are known. */
    private static boolean started;

    private static long origin;
    private static long passed;

    private Clock() {}

    /** Milliseconds since 1970. */
    public static long milliseconds() {
        long time = currentTimeMillis();
        Intrinsics.assume(time > 0);
        Intrinsics.assume(time >= latest);
        Intrinsics.assume(time <= LAST);
        latest = time;
        return time;
    }

    /** Nanoseconds since some time, which may be in the future; never more than half of all longs pass. */
    public static long nanoseconds() {
        if (!started) {
            started = true;
            origin = nanoTime();
            return origin;
        }
        long time = nanoTime();
        long now = time - origin;
        Intrinsics.assume(now >= passed);
        passed = now;
        return time;
    }

    private static long currentTimeMillis() {
        return Intrinsics.inputLong();
    }

    private static long nanoTime() {
        return Intrinsics.inputLong();
    }
}
