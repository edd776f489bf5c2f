package klew.runtime;

/** The exceptions that instructions throw by themselves; their messages are made when they are asked for. */
public final class Failures {
    private Failures() {}

    public static Throwable nullPointer() {
        return new NullPointerException();
    }

    public static Throwable division() {
        return new ArithmeticException("/ by zero");
    }

    public static Throwable classCast() {
        return new ClassCastException();
    }

    public static Throwable arrayStore() {
        return new ArrayStoreException();
    }

    public static Throwable matchException() {
        return new IncompatibleClassChangeError();
    }

    public static Throwable arrayIndex(int index, int length) {
        ArrayIndexOutOfBoundsException failure = new ArrayIndexOutOfBoundsException();
        failure.explain(Throwable.INDEX, index, length);
        return failure;
    }

    public static Throwable negativeSize(int size) {
        NegativeArraySizeException failure = new NegativeArraySizeException();
        failure.explain(Throwable.NUMBER, size, 0);
        return failure;
    }

    public static IndexOutOfBoundsException index(int index, int length) {
        IndexOutOfBoundsException failure = new IndexOutOfBoundsException();
        failure.explain(Throwable.INDEX, index, length);
        return failure;
    }

    /** With a message of three numbers, of a kind of `Throwable`. */
    public static IndexOutOfBoundsException range(int kind, int first, int second, int third) {
        IndexOutOfBoundsException failure = new IndexOutOfBoundsException();
        failure.explain(kind, first, second, third);
        return failure;
    }

    public static StringIndexOutOfBoundsException stringIndex(int index, int length) {
        return stringRange(Throwable.STRING_INDEX, index, length, 0);
    }

    /** The same for strings. */
    public static StringIndexOutOfBoundsException stringRange(int kind, int first, int second, int third) {
        StringIndexOutOfBoundsException failure = new StringIndexOutOfBoundsException();
        failure.explain(kind, first, second, third);
        return failure;
    }
}
