package java.util.concurrent.atomic;

import java.io.Serializable;

/** A sum; there is one thread. */
public class LongAdder extends Number implements Serializable {
    private long sum;

    public LongAdder() {}

    public void add(long change) {
        sum += change;
    }

    public void increment() {
        add(1);
    }

    public void decrement() {
        add(-1);
    }

    public long sum() {
        return sum;
    }

    public void reset() {
        sum = 0;
    }

    public long sumThenReset() {
        long result = sum;
        sum = 0;
        return result;
    }

    @Override
    public String toString() {
        return Long.toString(sum);
    }

    @Override
    public int intValue() {
        return (int) sum;
    }

    @Override
    public long longValue() {
        return (long) sum;
    }

    @Override
    public float floatValue() {
        return (float) sum;
    }

    @Override
    public double doubleValue() {
        return sum;
    }
}
