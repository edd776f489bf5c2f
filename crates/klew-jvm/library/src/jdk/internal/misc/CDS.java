package jdk.internal.misc;

import klew.runtime.Intrinsics;

/** No archived classes. */
public class CDS {
    private CDS() {}

    public static void initializeFromArchive(Class<?> type) {}

    /** What the order of `Set.of` and `Map.of` depends on, which the JDK changes with each start: an input. */
    private static long orderOfSetsAndMaps() {
        long seed = Intrinsics.inputLong();
        Intrinsics.assume(seed != 0);
        return seed;
    }

    public static long getRandomSeedForDumping() {
        return orderOfSetsAndMaps();
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
