package java.util;

import java.io.Closeable;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.Flushable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import klew.runtime.Format;
import klew.runtime.Intrinsics;

/** Formats to something that takes text. */
public final class Formatter implements Closeable, Flushable {
    private Appendable target;
    private final Locale locale;
    private IOException trouble;

    /** How `%g` and `%e` show a `BigDecimal`. */
    public enum BigDecimalLayoutForm {
        SCIENTIFIC, DECIMAL_FLOAT
    }

    public Formatter() {
        this(null, Locale.getDefault(Locale.Category.FORMAT));
    }

    public Formatter(Appendable target) {
        this(target, Locale.getDefault(Locale.Category.FORMAT));
    }

    public Formatter(Locale locale) {
        this(null, locale);
    }

    public Formatter(Appendable target, Locale locale) {
        this.target = target == null ? new StringBuilder() : target;
        this.locale = locale;
    }

    public Formatter(PrintStream stream) {
        this(Objects.requireNonNull(stream), Locale.getDefault(Locale.Category.FORMAT));
    }

    public Formatter(OutputStream stream) {
        this(new PrintStream(Objects.requireNonNull(stream)), Locale.getDefault(Locale.Category.FORMAT));
    }

    public Formatter(String file) throws FileNotFoundException {
        throw Intrinsics.unsupported("Formatter to a file");
    }

    public Formatter(File file) throws FileNotFoundException {
        throw Intrinsics.unsupported("Formatter to a file");
    }

    private void ensureOpen() {
        if (target == null) {
            throw new FormatterClosedException();
        }
    }

    public Locale locale() {
        ensureOpen();
        return locale;
    }

    public Appendable out() {
        ensureOpen();
        return target;
    }

    @Override
    public String toString() {
        ensureOpen();
        return target.toString();
    }

    @Override
    public void flush() {
        ensureOpen();
        if (target instanceof Flushable) {
            try {
                ((Flushable) target).flush();
            } catch (IOException exception) {
                trouble = exception;
            }
        }
    }

    @Override
    public void close() {
        if (target == null) {
            return;
        }
        try {
            if (target instanceof Closeable) {
                ((Closeable) target).close();
            }
        } catch (IOException exception) {
            trouble = exception;
        } finally {
            target = null;
        }
    }

    public IOException ioException() {
        return trouble;
    }

    public Formatter format(String format, Object... arguments) {
        return format(locale, format, arguments);
    }

    public Formatter format(Locale other, String format, Object... arguments) {
        ensureOpen();
        IOException exception = Format.append(target, other, format, arguments);
        if (exception != null) {
            trouble = exception;
        }
        return this;
    }
}
