package maps;

import java.util.Random;

/** What the model asks of klew, in a JVM: whether a hash is known is drawn, as it must make no difference. */
public final class Intrinsics {
    static Random random = new Random(0);
    static int percent;

    public static boolean isKnown(int value) {
        return random.nextInt(100) < percent;
    }

    public static int min(int a, int b) {
        return Math.min(a, b);
    }

    public static int release() {
        return Runtime.version().feature();
    }

    public static RuntimeException unsupported(String what) {
        return new Unsupported(what);
    }

    static final class Unsupported extends RuntimeException {
        Unsupported(String what) {
            super(what);
        }
    }
}
