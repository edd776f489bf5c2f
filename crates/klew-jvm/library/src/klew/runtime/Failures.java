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

    public static IndexOutOfBoundsException range(int begin, int end, int length) {
        return new IndexOutOfBoundsException();
    }

    public static StringIndexOutOfBoundsException stringIndex(int index, int length) {
        StringIndexOutOfBoundsException failure = new StringIndexOutOfBoundsException();
        failure.explain(Throwable.STRING_INDEX, index, length);
        return failure;
    }

    public static StringIndexOutOfBoundsException stringRange(int begin, int end, int length) {
        StringIndexOutOfBoundsException failure = new StringIndexOutOfBoundsException();
        failure.explainRange(begin, end, length);
        return failure;
    }
}
