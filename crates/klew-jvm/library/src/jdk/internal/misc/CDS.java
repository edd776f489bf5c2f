package jdk.internal.misc;

/** No archived classes. The order of `Set.of` and `Map.of`, which the JDK changes with each start, is a fixed one. */
public class CDS {
    private CDS() {}

    public static void initializeFromArchive(Class<?> type) {}

    public static long getRandomSeedForDumping() {
        return 1;
    }

    public static boolean isDumpingClassList() {
        return false;
    }

    public static boolean isDumpingArchive() {
        return false;
    }

    public static boolean isSharingEnabled() {
        return false;
    }
}
