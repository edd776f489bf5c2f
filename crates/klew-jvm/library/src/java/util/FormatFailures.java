package java.util;

/** Exceptions of formats that only this package can make. */
public final class FormatFailures {
    private FormatFailures() {}

    public static IllegalFormatException index(int index) {
        return new IllegalFormatArgumentIndexException(index);
    }
}
