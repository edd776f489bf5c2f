package jdk.internal.util;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import klew.runtime.Failures;
import klew.runtime.Intrinsics;

/** Checks of indices; messages are made when they are asked for. */
public class Preconditions {
    public static final BiFunction<String, List<Number>, StringIndexOutOfBoundsException> SIOOBE_FORMATTER = new Maker<>(0, null);
    public static final BiFunction<String, List<Number>, ArrayIndexOutOfBoundsException> AIOOBE_FORMATTER = new Maker<>(1, null);
    public static final BiFunction<String, List<Number>, IndexOutOfBoundsException> IOOBE_FORMATTER = new Maker<>(2, null);

    private Preconditions() {}

    private static final class Maker<X extends RuntimeException> implements BiFunction<String, List<Number>, X> {
        private final int kind;
        private final Function<String, X> constructor;

        Maker(int kind, Function<String, X> constructor) {
            this.kind = kind;
            this.constructor = constructor;
        }

        @Override
        public X apply(String check, List<Number> arguments) {
            throw Intrinsics.unsupported("a formatter of index checks that is called directly");
        }

        /** The exception with such a message. */
        X make(int explanation, int first, int second, int third) {
            if (constructor != null) {
                return constructor.apply(Failures.range(explanation, first, second, third).getMessage());
            }
            RuntimeException made = kind == 0 ? new StringIndexOutOfBoundsException()
                    : kind == 1 ? new ArrayIndexOutOfBoundsException() : new IndexOutOfBoundsException();
            made.explain(explanation, first, second, third);
            return (X) made;
        }
    }

    private static <X extends RuntimeException> RuntimeException failure(
            BiFunction<String, List<Number>, X> maker, int explanation, int first, int second, int third) {
        if (maker instanceof Maker) {
            return ((Maker<X>) maker).make(explanation, first, second, third);
        }
        return Failures.range(explanation, first, second, third);
    }

    public static <X extends RuntimeException> BiFunction<String, List<Number>, X> outOfBoundsExceptionFormatter(
            Function<String, X> constructor) {
        return new Maker<>(2, constructor);
    }

    public static <X extends RuntimeException> int checkIndex(
            int index, int length, BiFunction<String, List<Number>, X> maker) {
        if (index < 0 || index >= length) {
            throw failure(maker, Throwable.INDEX, index, length, 0);
        }
        return index;
    }

    public static <X extends RuntimeException> int checkFromToIndex(
            int from, int to, int length, BiFunction<String, List<Number>, X> maker) {
        if (from < 0 || from > to || to > length) {
            throw failure(maker, Throwable.FROM_TO, from, to, length);
        }
        return from;
    }

    public static <X extends RuntimeException> int checkFromIndexSize(
            int from, int size, int length, BiFunction<String, List<Number>, X> maker) {
        if ((length | from | size) < 0 || size > length - from) {
            throw failure(maker, Throwable.FROM_SIZE, from, size, length);
        }
        return from;
    }

    public static <X extends RuntimeException> long checkIndex(
            long index, long length, BiFunction<String, List<Number>, X> maker) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return index;
    }

    public static <X extends RuntimeException> long checkFromToIndex(
            long from, long to, long length, BiFunction<String, List<Number>, X> maker) {
        if (from < 0 || from > to || to > length) {
            throw new IndexOutOfBoundsException(
                    "Range [" + from + ", " + to + ") out of bounds for length " + length);
        }
        return from;
    }

    public static <X extends RuntimeException> long checkFromIndexSize(
            long from, long size, long length, BiFunction<String, List<Number>, X> maker) {
        if ((length | from | size) < 0 || size > length - from) {
            throw new IndexOutOfBoundsException(
                    "Range [" + from + ", " + from + " + " + size + ") out of bounds for length " + length);
        }
        return from;
    }
}
