package jdk.internal.misc;

/** What classes of the JDK keep a reference to; nothing is done with it here. */
public final class Unsafe {
    private static final Unsafe ONLY = new Unsafe();

    private Unsafe() {}

    public static Unsafe getUnsafe() {
        return ONLY;
    }

    public long objectFieldOffset(Class<?> type, String name) {
        return 0;
    }

    public int arrayBaseOffset(Class<?> type) {
        return 16;
    }

    public int arrayIndexScale(Class<?> type) {
        return 8;
    }

    public void loadFence() {}

    public void storeFence() {}

    public void fullFence() {}
}
