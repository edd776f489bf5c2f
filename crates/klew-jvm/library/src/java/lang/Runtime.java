package java.lang;

import klew.runtime.Intrinsics;

/** The virtual machine. */
public class Runtime {
    private static final Runtime ONLY = new Runtime();

    private long most;

    private Runtime() {}

    public static Runtime getRuntime() {
        return ONLY;
    }

    public void exit(int status) {
        throw Intrinsics.exit();
    }

    public void halt(int status) {
        throw Intrinsics.exit();
    }

    public void gc() {}

    public int availableProcessors() {
        int count = Intrinsics.inputInt();
        Intrinsics.assume(count > 0);
        return count;
    }

    public long freeMemory() {
        long amount = Intrinsics.inputLong();
        Intrinsics.assume(amount >= 0);
        return amount;
    }

    public long totalMemory() {
        long amount = Intrinsics.inputLong();
        Intrinsics.assume(amount > 0);
        return amount;
    }

    /** The same at each call. */
    public long maxMemory() {
        if (most == 0) {
            most = Intrinsics.inputLong();
            Intrinsics.assume(most > 0);
        }
        return most;
    }

    public void addShutdownHook(Thread hook) {
        throw Intrinsics.unsupported("Runtime.addShutdownHook");
    }

    public Process exec(String command) throws java.io.IOException {
        throw Intrinsics.unsupported("Runtime.exec");
    }
}
