package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** An array of numbers; there is one thread. */
public class AtomicLongArray implements Serializable {
    private final long[] values;

    public AtomicLongArray(int length) {
        this.values = new long[length];
    }

    public AtomicLongArray(long[] values) {
        this.values = values.clone();
    }

    public final int length() {
        return values.length;
    }

    public final long get(int index) {
        return values[index];
    }

    public final void set(int index, long next) {
        values[index] = next;
    }

    public final long getAndSet(int index, long next) {
        long old = values[index];
        values[index] = next;
        return old;
    }

    public final boolean compareAndSet(int index, long expected, long next) {
        if (values[index] != expected) {
            return false;
        }
        values[index] = next;
        return true;
    }

    public final boolean weakCompareAndSet(int index, long expected, long next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetPlain(int index, long expected, long next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetVolatile(int index, long expected, long next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetAcquire(int index, long expected, long next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetRelease(int index, long expected, long next) {
        return compareAndSet(index, expected, next);
    }

    public final long compareAndExchange(int index, long expected, long next) {
        long old = get(index);
        compareAndSet(index, expected, next);
        return old;
    }

    public final long compareAndExchangeAcquire(int index, long expected, long next) {
        long old = get(index);
        compareAndSet(index, expected, next);
        return old;
    }

    public final long compareAndExchangeRelease(int index, long expected, long next) {
        long old = get(index);
        compareAndSet(index, expected, next);
        return old;
    }

    public final long getPlain(int index) {
        return get(index);
    }

    public final long getOpaque(int index) {
        return get(index);
    }

    public final long getAcquire(int index) {
        return get(index);
    }

    public final void lazySet(int index, long next) {
        values[index] = next;
    }

    public final void setPlain(int index, long next) {
        values[index] = next;
    }

    public final void setOpaque(int index, long next) {
        values[index] = next;
    }

    public final void setRelease(int index, long next) {
        values[index] = next;
    }

    public final long getAndIncrement(int index) {
        return values[index]++;
    }

    public final long getAndDecrement(int index) {
        return values[index]--;
    }

    public final long getAndAdd(int index, long change) {
        long old = values[index];
        values[index] = old + change;
        return old;
    }

    public final long incrementAndGet(int index) {
        return ++values[index];
    }

    public final long decrementAndGet(int index) {
        return --values[index];
    }

    public long addAndGet(int index, long change) {
        values[index] += change;
        return values[index];
    }

    public final long getAndUpdate(int index, LongUnaryOperator function) {
        long old = values[index];
        values[index] = function.applyAsLong(old);
        return old;
    }

    public final long updateAndGet(int index, LongUnaryOperator function) {
        long next = function.applyAsLong(values[index]);
        values[index] = next;
        return next;
    }

    public final long getAndAccumulate(int index, long argument, LongBinaryOperator function) {
        long old = values[index];
        values[index] = function.applyAsLong(old, argument);
        return old;
    }

    public final long accumulateAndGet(int index, long argument, LongBinaryOperator function) {
        long next = function.applyAsLong(values[index], argument);
        values[index] = next;
        return next;
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
