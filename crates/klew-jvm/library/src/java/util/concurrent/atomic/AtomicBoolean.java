package java.util.concurrent.atomic;

/** A `boolean` that one thread changes. */
public class AtomicBoolean implements java.io.Serializable {
    private boolean value;

    public AtomicBoolean() {}

    public AtomicBoolean(boolean value) {
        this.value = value;
    }

    public final boolean get() {
        return value;
    }

    public final void set(boolean value) {
        this.value = value;
    }

    public final void lazySet(boolean value) {
        this.value = value;
    }

    public final boolean getAndSet(boolean next) {
        boolean old = value;
        value = next;
        return old;
    }

    public final boolean compareAndSet(boolean expected, boolean next) {
        if (value != expected) {
            return false;
        }
        value = next;
        return true;
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
