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

    public final boolean compareAndExchange(boolean expected, boolean next) {
        boolean old = value;
        if (old == expected) {
            value = next;
        }
        return old;
    }

    public final boolean compareAndExchangeAcquire(boolean expected, boolean next) {
        return compareAndExchange(expected, next);
    }

    public final boolean compareAndExchangeRelease(boolean expected, boolean next) {
        return compareAndExchange(expected, next);
    }

    public final boolean getPlain() {
        return value;
    }

    public final boolean getOpaque() {
        return value;
    }

    public final boolean getAcquire() {
        return value;
    }

    public final void setPlain(boolean next) {
        value = next;
    }

    public final void setOpaque(boolean next) {
        value = next;
    }

    public final void setRelease(boolean next) {
        value = next;
    }

    public boolean weakCompareAndSet(boolean expected, boolean next) {
        return compareAndSet(expected, next);
    }

    public boolean weakCompareAndSetPlain(boolean expected, boolean next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetVolatile(boolean expected, boolean next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetAcquire(boolean expected, boolean next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetRelease(boolean expected, boolean next) {
        return compareAndSet(expected, next);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
