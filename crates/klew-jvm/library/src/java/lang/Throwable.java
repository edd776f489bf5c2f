package java.lang;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Serializable;
import klew.runtime.Intrinsics;
import klew.runtime.Output;

/** Exceptions without stack traces. */
public class Throwable implements Serializable {
    /** Kinds of messages that are made of numbers when they are asked for. */
    public static final int INDEX = 1;
    public static final int NUMBER = 2;
    public static final int STRING_INDEX = 3;
    public static final int BEGIN_END = 4;
    public static final int POSITION = 5;
    public static final int PART = 6;
    public static final int OFFSET = 7;
    public static final int START_END = 8;
    public static final int FROM_TO = 9;
    public static final int FROM_SIZE = 10;
    public static final int NULL_REFERENCE = 11;
    public static final int CAST = 12;
    public static final int STORE = 13;
    public static final int CHARACTER = 14;
    public static final int CLASS_CAST = 15;

    /** What constructors of errors in newer JDKs ask: nothing listens. */
    static volatile boolean jfrTracing;

    private String message;
    private Throwable cause;
    private boolean causeKnown;
    private Throwable[] suppressed;
    private StackTraceElement[] trace;
    private int explanation;
    private int first;
    private int second;
    private int third;
    private Object subject;
    private Class<?> target;

    public Throwable() {}

    public Throwable(String message) {
        this.message = message;
    }

    public Throwable(String message, Throwable cause) {
        this.message = message;
        this.cause = cause;
        this.causeKnown = true;
    }

    public Throwable(Throwable cause) {
        if (cause != null) {
            if (cause.isUnknown()) {
                this.explanation = NULL_REFERENCE;
            } else {
                this.message = cause.toString();
            }
        }
        this.cause = cause;
        this.causeKnown = true;
    }

    protected Throwable(String message, Throwable cause, boolean suppression, boolean stackTrace) {
        this.message = message;
        this.cause = cause;
        this.causeKnown = true;
    }

    /** Sets a message that is only made when it is asked for. */
    public final void explain(int kind, int first, int second) {
        this.explanation = kind;
        this.first = first;
        this.second = second;
    }

    public final void explain(int kind, int first, int second, int third) {
        explain(kind, first, second);
        this.third = third;
    }

    public final void explain(int kind, Object subject, Class<?> target) {
        this.explanation = kind;
        this.subject = subject;
        this.target = target;
    }

    /** Whether the message is the JVM's, of a null reference; then no code of the program makes the text. */
    private boolean isOfNull() {
        return explanation == NULL_REFERENCE && message == null
                && !Intrinsics.classOf(this).desiredAssertionStatus();
    }

    /** Whether the message is not known either. */
    final boolean isUnknown() {
        return isOfNull() && first <= 0;
    }

    /** Calls what makes the text of an exception, where it is not looked at. */
    public final void discardText() {
        if (!isOfNull()) {
            toString();
        }
    }

    public String getMessage() {
        if (explanation == 0 || message != null) {
            return message;
        }
        return explained();
    }

    private String explained() {
        switch (explanation) {
            case INDEX:
                return "Index " + first + " out of bounds for length " + second;
            case STRING_INDEX:
                return "index " + first + ", length " + second;
            case BEGIN_END:
                return "begin " + first + ", end " + second + ", length " + third;
            case POSITION:
                return "String index out of range: " + first;
            case PART:
                return "offset " + first + ", count " + second + ", length " + third;
            case OFFSET:
                return "offset " + first + ", length " + second;
            case START_END:
                return "start " + first + ", end " + second + ", length " + third;
            case FROM_TO:
                return "Range [" + first + ", " + second + ") out of bounds for length " + third;
            case FROM_SIZE:
                return "Range [" + first + ", " + first + " + " + second + ") out of bounds for length " + third;
            case NUMBER:
                return String.valueOf(first);
            default:
                return explainedByObject();
        }
    }

    /** Exceptions among the inputs have such messages only where their parts fit. */
    private String explainedByObject() {
        switch (explanation) {
            case CAST:
                Intrinsics.assume(subject != null);
                return CastMessage.of(subject.getClass(), target);
            case CLASS_CAST:
                Intrinsics.assume(subject != null && target != null);
                return "Cannot cast " + subject.getClass().getName() + " to " + target.getName();
            case STORE:
                Intrinsics.assume(subject != null);
                return subject.getClass().getName();
            case CHARACTER:
                Intrinsics.assume(subject instanceof String);
                String text = (String) subject;
                for (int i = 0; i < second; i++) {
                    if (text.charAt(i) > 0xff) {
                        return "index " + first + ", length " + second;
                    }
                }
                return "String index out of range: " + first;
            default:
                if (!Intrinsics.isKnown(first)) {
                    throw Intrinsics.unsupported("the message of a NullPointerException among the inputs");
                }
                return Intrinsics.nullMessage(first);
        }
    }

    public String getLocalizedMessage() {
        return getMessage();
    }

    public synchronized Throwable getCause() {
        return cause;
    }

    public synchronized Throwable initCause(Throwable cause) {
        if (causeKnown) {
            String given = cause == null ? "a null" : cause.toString();
            throw new IllegalStateException("Can't overwrite cause with " + given, this);
        }
        if (cause == this) {
            throw new IllegalArgumentException("Self-causation not permitted", this);
        }
        this.cause = cause;
        this.causeKnown = true;
        return this;
    }

    public String toString() {
        String text = getLocalizedMessage();
        String name = getClass().getName();
        return text == null ? name : name + ": " + text;
    }

    public void printStackTrace() {
        printStackTrace(System.err);
    }

    public void printStackTrace(PrintStream stream) {
        if (!(stream instanceof Output)) {
            stream.println(this);
            throw Intrinsics.unsupported("Throwable.printStackTrace to a stream of the program");
        }
        describe(null);
    }

    public void printStackTrace(PrintWriter writer) {
        writer.println(this);
        throw Intrinsics.unsupported("Throwable.printStackTrace to a writer");
    }

    /** The exceptions that are being described, from the innermost one. */
    private static final class Shown {
        final Throwable exception;
        final Shown next;

        Shown(Throwable exception, Shown next) {
            this.exception = exception;
            this.next = next;
        }
    }

    /** Calls what a stack trace calls to describe exceptions: this one, then those suppressed by it, then its cause. */
    private Shown describe(Shown known) {
        for (Shown one = known; one != null; one = one.next) {
            if (one.exception == this) {
                discardText();
                return known;
            }
        }
        Shown all = new Shown(this, known);
        discardText();
        for (Throwable other : getSuppressed()) {
            all = other.describe(all);
        }
        Throwable inner = getCause();
        return inner == null ? all : inner.describe(all);
    }

    public synchronized Throwable fillInStackTrace() {
        return this;
    }

    /** That which the program set; where the exception was made is not kept. */
    public StackTraceElement[] getStackTrace() {
        if (trace == null) {
            throw Intrinsics.unsupported("Throwable.getStackTrace");
        }
        return trace.clone();
    }

    public void setStackTrace(StackTraceElement[] elements) {
        StackTraceElement[] copy = elements.clone();
        for (int i = 0; i < copy.length; i++) {
            if (copy[i] == null) {
                throw new NullPointerException("stackTrace[" + i + "]");
            }
        }
        trace = copy;
    }

    public final synchronized void addSuppressed(Throwable exception) {
        if (exception == this) {
            throw new IllegalArgumentException("Self-suppression not permitted", exception);
        }
        if (exception == null) {
            throw new NullPointerException("Cannot suppress a null exception.");
        }
        int count = suppressed == null ? 0 : suppressed.length;
        Throwable[] longer = new Throwable[count + 1];
        for (int i = 0; i < count; i++) {
            longer[i] = suppressed[i];
        }
        longer[count] = exception;
        suppressed = longer;
    }

    public final synchronized Throwable[] getSuppressed() {
        int count = suppressed == null ? 0 : suppressed.length;
        Throwable[] copy = new Throwable[count];
        for (int i = 0; i < count; i++) {
            copy[i] = suppressed[i];
        }
        return copy;
    }
}
