package java.util.concurrent.atomic;

import java.io.Serializable;

/** A sum; there is one thread. */
public class DoubleAdder extends Number implements Serializable {
    private double sum;

    public DoubleAdder() {}

    public void add(double change) {
        sum += change;
    }

    public double sum() {
        return sum;
    }

    public void reset() {
        sum = 0;
    }

    public double sumThenReset() {
        double result = sum;
        sum = 0;
        return result;
    }

    @Override
    public String toString() {
        return Double.toString(sum);
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
