package java.lang;

/** Failed assertions; an exception as the detail is the cause, too. */
public class AssertionError extends Error {
    public AssertionError() {}

    private AssertionError(String detail) {
        super(detail);
    }

    public AssertionError(Object detail) {
        this(text(detail));
        if (detail instanceof Throwable) {
            Throwable exception = (Throwable) detail;
            initCause(exception);
            if (exception.isUnknown()) {
                explain(NULL_REFERENCE, 0, 0);
            }
        }
    }

    public AssertionError(boolean detail) {
        this(String.valueOf(detail));
    }

    public AssertionError(char detail) {
        this(String.valueOf(detail));
    }

    public AssertionError(int detail) {
        this(String.valueOf(detail));
    }

    public AssertionError(long detail) {
        this(String.valueOf(detail));
    }

    public AssertionError(float detail) {
        this(String.valueOf(detail));
    }

    public AssertionError(double detail) {
        this(String.valueOf(detail));
    }

    public AssertionError(String message, Throwable cause) {
        super(message, cause);
    }

    private static String text(Object detail) {
        boolean unknown = detail instanceof Throwable && ((Throwable) detail).isUnknown();
        return unknown ? null : String.valueOf(detail);
    }
}
