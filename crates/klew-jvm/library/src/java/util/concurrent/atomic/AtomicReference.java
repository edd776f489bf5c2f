package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import klew.runtime.Values;

/** A reference that one thread changes. */
public class AtomicReference<V> implements java.io.Serializable {
    private V value;

    public AtomicReference() {}

    public AtomicReference(V value) {
        this.value = value;
    }

    public final V get() {
        return value;
    }

    public final void set(V value) {
        this.value = value;
    }

    public final void lazySet(V value) {
        this.value = value;
    }

    public final V getAndSet(V next) {
        V old = value;
        value = next;
        return old;
    }

    public final boolean compareAndSet(V expected, V next) {
        if (!Values.identical(value, expected)) {
            return false;
        }
        value = next;
        return true;
    }

    public final V getAndUpdate(UnaryOperator<V> update) {
        V old = value;
        value = update.apply(old);
        return old;
    }

    public final V updateAndGet(UnaryOperator<V> update) {
        value = update.apply(value);
        return value;
    }

    public final V getAndAccumulate(V other, BinaryOperator<V> accumulate) {
        V old = value;
        value = accumulate.apply(old, other);
        return old;
    }

    public final V accumulateAndGet(V other, BinaryOperator<V> accumulate) {
        value = accumulate.apply(value, other);
        return value;
    }

    public final V compareAndExchange(V expected, V next) {
        V old = value;
        if (Values.identical(old, expected)) {
            value = next;
        }
        return old;
    }

    public final V compareAndExchangeAcquire(V expected, V next) {
        return compareAndExchange(expected, next);
    }

    public final V compareAndExchangeRelease(V expected, V next) {
        return compareAndExchange(expected, next);
    }

    public final V getPlain() {
        return value;
    }

    public final V getOpaque() {
        return value;
    }

    public final V getAcquire() {
        return value;
    }

    public final void setPlain(V next) {
        value = next;
    }

    public final void setOpaque(V next) {
        value = next;
    }

    public final void setRelease(V next) {
        value = next;
    }

    public final boolean weakCompareAndSet(V expected, V next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetPlain(V expected, V next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetVolatile(V expected, V next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetAcquire(V expected, V next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetRelease(V expected, V next) {
        return compareAndSet(expected, next);
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
