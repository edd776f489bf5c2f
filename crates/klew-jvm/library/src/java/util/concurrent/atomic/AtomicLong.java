package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/** A `long` that one thread changes. */
public class AtomicLong extends Number implements java.io.Serializable {
    private long value;

    public AtomicLong() {}

    public AtomicLong(long value) {
        this.value = value;
    }

    public final long get() {
        return value;
    }

    public final void set(long value) {
        this.value = value;
    }

    public final void lazySet(long value) {
        this.value = value;
    }

    public final long getPlain() {
        return value;
    }

    public final long getAcquire() {
        return value;
    }

    public final void setRelease(long value) {
        this.value = value;
    }

    public final long getAndSet(long next) {
        long old = value;
        value = next;
        return old;
    }

    public final boolean compareAndSet(long expected, long next) {
        if (value != expected) {
            return false;
        }
        value = next;
        return true;
    }

    public final boolean weakCompareAndSet(long expected, long next) {
        return compareAndSet(expected, next);
    }

    public final long getAndIncrement() {
        return value++;
    }

    public final long getAndDecrement() {
        return value--;
    }

    public final long getAndAdd(long more) {
        long old = value;
        value = old + more;
        return old;
    }

    public final long incrementAndGet() {
        return ++value;
    }

    public final long decrementAndGet() {
        return --value;
    }

    public final long addAndGet(long more) {
        value = value + more;
        return value;
    }

    public final long getAndUpdate(LongUnaryOperator update) {
        long old = value;
        value = update.applyAsLong(old);
        return old;
    }

    public final long updateAndGet(LongUnaryOperator update) {
        value = update.applyAsLong(value);
        return value;
    }

    public final long getAndAccumulate(long other, LongBinaryOperator accumulate) {
        long old = value;
        value = accumulate.applyAsLong(old, other);
        return old;
    }

    public final long accumulateAndGet(long other, LongBinaryOperator accumulate) {
        value = accumulate.applyAsLong(value, other);
        return value;
    }

    public final long compareAndExchange(long expected, long next) {
        long old = value;
        if (old == expected) {
            value = next;
        }
        return old;
    }

    public final long compareAndExchangeAcquire(long expected, long next) {
        return compareAndExchange(expected, next);
    }

    public final long compareAndExchangeRelease(long expected, long next) {
        return compareAndExchange(expected, next);
    }

    public final long getOpaque() {
        return value;
    }

    public final void setPlain(long next) {
        value = next;
    }

    public final void setOpaque(long next) {
        value = next;
    }

    public final boolean weakCompareAndSetPlain(long expected, long next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetVolatile(long expected, long next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetAcquire(long expected, long next) {
        return compareAndSet(expected, next);
    }

    public final boolean weakCompareAndSetRelease(long expected, long next) {
        return compareAndSet(expected, next);
    }

    @Override
    public String toString() {
        return Long.toString(value);
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
