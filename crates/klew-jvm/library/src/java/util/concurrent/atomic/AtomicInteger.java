package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

/** A `int` that one thread changes. */
public class AtomicInteger extends Number implements java.io.Serializable {
    private int value;

    public AtomicInteger() {}

    public AtomicInteger(int value) {
        this.value = value;
    }

    public final int get() {
        return value;
    }

    public final void set(int value) {
        this.value = value;
    }

    public final void lazySet(int value) {
        this.value = value;
    }

    public final int getPlain() {
        return value;
    }

    public final int getAcquire() {
        return value;
    }

    public final void setRelease(int value) {
        this.value = value;
    }

    public final int getAndSet(int next) {
        int old = value;
        value = next;
        return old;
    }

    public final boolean compareAndSet(int expected, int next) {
        if (value != expected) {
            return false;
        }
        value = next;
        return true;
    }

    public final boolean weakCompareAndSet(int expected, int next) {
        return compareAndSet(expected, next);
    }

    public final int getAndIncrement() {
        return value++;
    }

    public final int getAndDecrement() {
        return value--;
    }

    public final int getAndAdd(int more) {
        int old = value;
        value = old + more;
        return old;
    }

    public final int incrementAndGet() {
        return ++value;
    }

    public final int decrementAndGet() {
        return --value;
    }

    public final int addAndGet(int more) {
        value = value + more;
        return value;
    }

    public final int getAndUpdate(IntUnaryOperator update) {
        int old = value;
        value = update.applyAsInt(old);
        return old;
    }

    public final int updateAndGet(IntUnaryOperator update) {
        value = update.applyAsInt(value);
        return value;
    }

    public final int getAndAccumulate(int other, IntBinaryOperator accumulate) {
        int old = value;
        value = accumulate.applyAsInt(old, other);
        return old;
    }

    public final int accumulateAndGet(int other, IntBinaryOperator accumulate) {
        value = accumulate.applyAsInt(value, other);
        return value;
    }

    public final int compareAndExchange(int expected, int next) {
        int old = value;
        if (old == expected) {
            value = next;
        }
        return old;
    }

    public final int compareAndExchangeAcquire(int expected, int next) {
        return compareAndExchange(expected, next);
    }

    public final int compareAndExchangeRelease(int expected, int next) {
        return compareAndExchange(expected, next);
    }

    public final int getOpaque() {
        return value;
    }

    public final void setPlain(int next) {
        value = next;
    }

    public final void setOpaque(int next) {
        value = next;
    }

    public final boolean weakCompareAndSetPlain(int expected, int next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetVolatile(int expected, int next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetAcquire(int expected, int next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetRelease(int expected, int next) {
        return compareAndSet(expected, next);
    }

    @Override
    public String toString() {
        return Integer.toString(value);
    }

    @Override
    public int intValue() {
        return (int) value;
    }

    @Override
    public long longValue() {
        return value;
    }

    @Override
    public float floatValue() {
        return value;
    }

    @Override
    public double doubleValue() {
        return value;
    }
}
