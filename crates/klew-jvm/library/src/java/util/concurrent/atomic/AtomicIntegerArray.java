package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** An array of numbers; there is one thread. */
public class AtomicIntegerArray implements Serializable {
    private final int[] values;

    public AtomicIntegerArray(int length) {
        this.values = new int[length];
    }

    public AtomicIntegerArray(int[] values) {
        this.values = values.clone();
    }

    public final int length() {
        return values.length;
    }

    public final int get(int index) {
        return values[index];
    }

    public final void set(int index, int next) {
        values[index] = next;
    }

    public final int getAndSet(int index, int next) {
        int old = values[index];
        values[index] = next;
        return old;
    }

    public final boolean compareAndSet(int index, int expected, int next) {
        if (values[index] != expected) {
            return false;
        }
        values[index] = next;
        return true;
    }

    public final boolean weakCompareAndSet(int index, int expected, int next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetPlain(int index, int expected, int next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetVolatile(int index, int expected, int next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetAcquire(int index, int expected, int next) {
        return compareAndSet(index, expected, next);
    }

    public final boolean weakCompareAndSetRelease(int index, int expected, int next) {
        return compareAndSet(index, expected, next);
    }

    public final int compareAndExchange(int index, int expected, int next) {
        int old = get(index);
        compareAndSet(index, expected, next);
        return old;
    }

    public final int compareAndExchangeAcquire(int index, int expected, int next) {
        int old = get(index);
        compareAndSet(index, expected, next);
        return old;
    }

    public final int compareAndExchangeRelease(int index, int expected, int next) {
        int old = get(index);
        compareAndSet(index, expected, next);
        return old;
    }

    public final int getPlain(int index) {
        return get(index);
    }

    public final int getOpaque(int index) {
        return get(index);
    }

    public final int getAcquire(int index) {
        return get(index);
    }

    public final void lazySet(int index, int next) {
        values[index] = next;
    }

    public final void setPlain(int index, int next) {
        values[index] = next;
    }

    public final void setOpaque(int index, int next) {
        values[index] = next;
    }

    public final void setRelease(int index, int next) {
        values[index] = next;
    }

    public final int getAndIncrement(int index) {
        return values[index]++;
    }

    public final int getAndDecrement(int index) {
        return values[index]--;
    }

    public final int getAndAdd(int index, int change) {
        int old = values[index];
        values[index] = old + change;
        return old;
    }

    public final int incrementAndGet(int index) {
        return ++values[index];
    }

    public final int decrementAndGet(int index) {
        return --values[index];
    }

    public int addAndGet(int index, int change) {
        values[index] += change;
        return values[index];
    }

    public final int getAndUpdate(int index, IntUnaryOperator function) {
        int old = values[index];
        values[index] = function.applyAsInt(old);
        return old;
    }

    public final int updateAndGet(int index, IntUnaryOperator function) {
        int next = function.applyAsInt(values[index]);
        values[index] = next;
        return next;
    }

    public final int getAndAccumulate(int index, int argument, IntBinaryOperator function) {
        int old = values[index];
        values[index] = function.applyAsInt(old, argument);
        return old;
    }

    public final int accumulateAndGet(int index, int argument, IntBinaryOperator function) {
        int next = function.applyAsInt(values[index], argument);
        values[index] = next;
        return next;
    }

    @Override
    public String toString() {
        return Arrays.toString(values);
    }
}
