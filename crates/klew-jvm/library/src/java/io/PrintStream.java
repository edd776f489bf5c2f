package java.io;

import java.util.Locale;
import klew.runtime.Format;
import klew.runtime.Intrinsics;

/** Text to a stream of bytes. */
public class PrintStream extends FilterOutputStream implements Appendable, Closeable {
    private boolean trouble;

    public PrintStream(OutputStream out) {
        super(out);
    }

    public PrintStream(OutputStream out, boolean flush) {
        super(out);
    }

    public PrintStream(OutputStream out, boolean flush, String encoding) throws UnsupportedEncodingException {
        super(out);
    }

    public PrintStream(String file) throws FileNotFoundException {
        super(null);
        throw Intrinsics.unsupported("PrintStream to a file");
    }

    public PrintStream(File file) throws FileNotFoundException {
        super(null);
        throw Intrinsics.unsupported("PrintStream to a file");
    }

    public boolean checkError() {
        return trouble;
    }

    protected void setError() {
        trouble = true;
    }

    protected void clearError() {
        trouble = false;
    }

    @Override
    public void flush() {
        try {
            out.flush();
        } catch (IOException exception) {
            trouble = true;
        }
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException exception) {
            trouble = true;
        }
    }

    @Override
    public void write(int b) {
        try {
            out.write(b);
        } catch (IOException exception) {
            trouble = true;
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        try {
            out.write(bytes, offset, count);
        } catch (IOException exception) {
            trouble = true;
        }
    }

    public void print(String text) {
        byte[] bytes = String.valueOf(text).getBytes();
        write(bytes, 0, bytes.length);
    }

    public void print(Object object) {
        print(String.valueOf(object));
    }

    public void print(boolean value) {
        print(String.valueOf(value));
    }

    public void print(char value) {
        print(String.valueOf(value));
    }

    public void print(int value) {
        print(String.valueOf(value));
    }

    public void print(long value) {
        print(String.valueOf(value));
    }

    public void print(float value) {
        print(String.valueOf(value));
    }

    public void print(double value) {
        print(String.valueOf(value));
    }

    public void print(char[] text) {
        print(new String(text));
    }

    public void println() {
        print("\n");
    }

    public void println(String text) {
        print(text);
        println();
    }

    public void println(Object object) {
        print(object);
        println();
    }

    public void println(boolean value) {
        print(value);
        println();
    }

    public void println(char value) {
        print(value);
        println();
    }

    public void println(int value) {
        print(value);
        println();
    }

    public void println(long value) {
        print(value);
        println();
    }

    public void println(float value) {
        print(value);
        println();
    }

    public void println(double value) {
        print(value);
        println();
    }

    public void println(char[] text) {
        print(text);
        println();
    }

    public PrintStream printf(String format, Object... arguments) {
        return format(format, arguments);
    }

    public PrintStream printf(Locale locale, String format, Object... arguments) {
        return format(locale, format, arguments);
    }

    public PrintStream format(String format, Object... arguments) {
        return format(Locale.getDefault(Locale.Category.FORMAT), format, arguments);
    }

    public PrintStream format(Locale locale, String format, Object... arguments) {
        if (Format.append(this, locale, format, arguments) != null) {
            trouble = true;
        }
        return this;
    }

    @Override
    public PrintStream append(CharSequence text) {
        print(String.valueOf(text));
        return this;
    }

    @Override
    public PrintStream append(CharSequence text, int begin, int end) {
        print((text == null ? "null" : text).subSequence(begin, end).toString());
        return this;
    }

    @Override
    public PrintStream append(char c) {
        print(c);
        return this;
    }
}
