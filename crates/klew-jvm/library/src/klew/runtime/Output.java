package klew.runtime;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;

/** `System.out` and `System.err`: nothing is written, and numbers are not even turned into digits. */
public final class Output extends PrintStream {
    private boolean closed;

    public Output() {
        super((OutputStream) null, false, Encoding.UTF_8, true);
    }

    @Override
    public void write(int b) {}

    @Override
    public void write(byte[] bytes, int offset, int count) {}

    @Override
    public void flush() {}

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public void print(String text) {}

    @Override
    public void print(Object object) {
        if (object instanceof Throwable) {
            ((Throwable) object).discardText();
        } else if (object != null && !(object instanceof Number)) {
            object.toString();
        }
    }

    @Override
    public boolean checkError() {
        if (closed) {
            throw Intrinsics.unsupported("System.out or System.err, asked for errors after it was closed");
        }
        return false;
    }

    @Override
    public void print(boolean value) {}

    @Override
    public void print(char value) {}

    @Override
    public void print(int value) {}

    @Override
    public void print(long value) {}

    @Override
    public void print(float value) {}

    @Override
    public void print(double value) {}

    @Override
    public void print(char[] text) {
        if (text == null) {
            throw Failures.nullReference();
        }
    }

    @Override
    public void println() {}

    @Override
    public void println(String text) {}

    @Override
    public void println(Object object) {
        print(object);
    }

    @Override
    public void println(boolean value) {}

    @Override
    public void println(char value) {}

    @Override
    public void println(int value) {}

    @Override
    public void println(long value) {}

    @Override
    public void println(float value) {}

    @Override
    public void println(double value) {}

    @Override
    public void println(char[] text) {
        print(text);
    }

    /** Appended text runs code of the program only where its `toString` is called. */
    @Override
    public PrintStream append(CharSequence text) {
        String.valueOf(text);
        return this;
    }

    @Override
    public PrintStream format(String format, Object... arguments) {
        Format.check(Locale.getDefault(Locale.Category.FORMAT), format, arguments);
        return this;
    }

    @Override
    public PrintStream format(Locale locale, String format, Object... arguments) {
        Format.check(locale, format, arguments);
        return this;
    }
}
