package java.util.concurrent.atomic;

import java.io.Serializable;
import java.util.function.DoubleBinaryOperator;

/** A value that a function changes; there is one thread. */
public class DoubleAccumulator extends Number implements Serializable {
    private final DoubleBinaryOperator function;
    private final double identity;
    private double value;

    public DoubleAccumulator(DoubleBinaryOperator function, double identity) {
        this.function = function;
        this.identity = identity;
        this.value = identity;
    }

    public void accumulate(double argument) {
        value = function.applyAsDouble(value, argument);
    }

    public double get() {
        return value;
    }

    public void reset() {
        value = identity;
    }

    public double getThenReset() {
        double result = value;
        value = identity;
        return result;
    }

    @Override
    public String toString() {
        return Double.toString(value);
    }

    @Override
    public int intValue() {
        return (int) value;
    }

    @Override
    public long longValue() {
        return (long) value;
    }

    @Override
    public float floatValue() {
        return (float) value;
    }

    @Override
    public double doubleValue() {
        return value;
    }
}
