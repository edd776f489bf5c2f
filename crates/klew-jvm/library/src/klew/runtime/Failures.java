package klew.runtime;

/** The exceptions that instructions throw by themselves; their messages are made when they are asked for. */
public final class Failures {
    private Failures() {}

    /** As an instruction throws it; the place is one that the lowering knows. */
    public static Throwable nullPointer(int place) {
        NullPointerException failure = new NullPointerException();
        failure.explain(Throwable.NULL_REFERENCE, place, 0);
        return failure;
    }

    /** As the JVM throws it by itself in code of the JDK that a model replaces: the message is not known. */
    public static NullPointerException nullReference() {
        NullPointerException failure = new NullPointerException();
        failure.explain(Throwable.NULL_REFERENCE, 0, 0);
        return failure;
    }

    public static Throwable division() {
        return new ArithmeticException("/ by zero");
    }

    /** The object is not of the class, which is null if the message is not known. */
    public static Throwable classCast(Object object, Class<?> target) {
        ClassCastException failure = new ClassCastException();
        failure.explain(Throwable.CAST, object, target);
        return failure;
    }

    public static Throwable arrayStore(Object value) {
        ArrayStoreException failure = new ArrayStoreException();
        failure.explain(Throwable.STORE, value, null);
        return failure;
    }

    public static Throwable exhaustedStack() {
        return new StackOverflowError();
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

    /** For a character of a text. */
    public static StringIndexOutOfBoundsException character(String text, int index) {
        StringIndexOutOfBoundsException failure = new StringIndexOutOfBoundsException();
        failure.explain(Throwable.CHARACTER, index, text.length());
        failure.explain(Throwable.CHARACTER, text, null);
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
