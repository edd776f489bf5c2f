package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import klew.runtime.Values;

/** An array of references; there is one thread. */
public class AtomicReferenceArray<E> implements Serializable {
    private final Object[] values;

    public AtomicReferenceArray(int length) {
        this.values = new Object[length];
    }

    public AtomicReferenceArray(E[] values) {
        this.values = Arrays.copyOf(values, values.length, Object[].class);
    }

    public final int length() {
        return values.length;
    }

    public final E get(int index) {
        return (E) values[index];
    }

    public final void set(int index, E next) {
        values[index] = next;
    }

    public final E getAndSet(int index, E next) {
        E old = (E) values[index];
        values[index] = next;
        return old;
    }

    public final boolean compareAndSet(int index, E expected, E next) {
        if (!Values.identical(values[index], expected)) {
            return false;
        }
        values[index] = next;
        return true;
    }

    public final boolean weakCompareAndSet(int index, E expected, E next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetPlain(int index, E expected, E next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetVolatile(int index, E expected, E next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetAcquire(int index, E expected, E next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetRelease(int index, E expected, E next) {
        return compareAndSet(index, expected, next);
    }

    public final E compareAndExchange(int index, E expected, E next) {
        E old = get(index);
        compareAndSet(index, expected, next);
        return old;
    }

    public final E compareAndExchangeAcquire(int index, E expected, E next) {
        E old = get(index);
        compareAndSet(index, expected, next);
        return old;
    }

    public final E compareAndExchangeRelease(int index, E expected, E next) {
        E old = get(index);
        compareAndSet(index, expected, next);
        return old;
    }

    public final E getPlain(int index) {
        return get(index);
    }

    public final E getOpaque(int index) {
        return get(index);
    }

    public final E getAcquire(int index) {
        return get(index);
    }

    public final void lazySet(int index, E next) {
        values[index] = next;
    }

    public final void setPlain(int index, E next) {
        values[index] = next;
    }

    public final void setOpaque(int index, E next) {
        values[index] = next;
    }

    public final void setRelease(int index, E next) {
        values[index] = next;
    }

    public final E getAndUpdate(int index, UnaryOperator<E> function) {
        E old = get(index);
        values[index] = function.apply(old);
        return old;
    }

    public final E updateAndGet(int index, UnaryOperator<E> function) {
        E next = function.apply(get(index));
        values[index] = next;
        return next;
    }

    public final E getAndAccumulate(int index, E argument, BinaryOperator<E> function) {
        E old = get(index);
        values[index] = function.apply(old, argument);
        return old;
    }

    public final E accumulateAndGet(int index, E argument, BinaryOperator<E> function) {
        E next = function.apply(get(index), argument);
        values[index] = next;
        return next;
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
