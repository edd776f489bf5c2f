package klew.runtime;

/**
 * The monitors that the only thread is in, the latest first. Entered and left only where the program can ask about
 * them.
 */
public final class Monitors {
    private static final class Entered {
        final Object object;
        final Entered before;

        Entered(Object object, Entered before) {
            this.object = object;
            this.before = before;
        }
    }

    private static Entered latest;

    private Monitors() {}

    /** The thread enters the object's monitor. */
    public static void enter(Object object) {
        latest = new Entered(object, latest);
    }

    /** It leaves the monitor that it entered last: blocks are nested. */
    public static void exit() {
        latest = latest.before;
    }

    /** Whether it is in the object's monitor. */
    public static boolean holds(Object object) {
        for (Entered entered = latest; entered != null; entered = entered.before) {
            if (entered.object == object) {
                return true;
            }
        }
        return false;
    }

    /** What `notify` and `wait` need. */
    public static void check(Object object) {
        if (!holds(object)) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
    }
}
