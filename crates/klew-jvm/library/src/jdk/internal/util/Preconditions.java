package jdk.internal.util;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import klew.runtime.Failures;

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
            if (constructor != null) {
                return constructor.apply("outside of bounds");
            }
            RuntimeException made = kind == 0 ? new StringIndexOutOfBoundsException()
                    : kind == 1 ? new ArrayIndexOutOfBoundsException() : new IndexOutOfBoundsException();
            return (X) made;
        }
    }

    public static <X extends RuntimeException> BiFunction<String, List<Number>, X> outOfBoundsExceptionFormatter(
            Function<String, X> constructor) {
        return new Maker<>(2, constructor);
    }

    public static <X extends RuntimeException> int checkIndex(
            int index, int length, BiFunction<String, List<Number>, X> maker) {
        if (index < 0 || index >= length) {
            if (maker == null) {
                throw Failures.index(index, length);
            }
            throw maker.apply("checkIndex", null);
        }
        return index;
    }

    public static <X extends RuntimeException> long checkIndex(
            long index, long length, BiFunction<String, List<Number>, X> maker) {
        if (index < 0 || index >= length) {
            if (maker == null) {
                throw new IndexOutOfBoundsException();
            }
            throw maker.apply("checkIndex", null);
        }
        return index;
    }

    public static <X extends RuntimeException> int checkFromToIndex(
            int from, int to, int length, BiFunction<String, List<Number>, X> maker) {
        if (from < 0 || from > to || to > length) {
            if (maker == null) {
                throw Failures.range(from, to, length);
            }
            throw maker.apply("checkFromToIndex", null);
        }
        return from;
    }

    public static <X extends RuntimeException> int checkFromIndexSize(
            int from, int size, int length, BiFunction<String, List<Number>, X> maker) {
        if ((length | from | size) < 0 || size > length - from) {
            if (maker == null) {
                throw Failures.range(from, from + size, length);
            }
            throw maker.apply("checkFromIndexSize", null);
        }
        return from;
    }
}
