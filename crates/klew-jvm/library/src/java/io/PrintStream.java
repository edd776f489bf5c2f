package java.io;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Objects;
import klew.runtime.Encoder;
import klew.runtime.Encoding;
import klew.runtime.Format;
import klew.runtime.Intrinsics;

/** Text to a stream of bytes. */
public class PrintStream extends FilterOutputStream implements Appendable, Closeable {
    private final boolean flushes;
    private final Encoder encoder;
    private boolean trouble;
    private boolean closing;

    public PrintStream(OutputStream out) {
        this(out, false);
    }

    public PrintStream(OutputStream out, boolean flush) {
        this(Objects.requireNonNull(out, "Null output stream"), flush, Encoding.UTF_8, true);
    }

    public PrintStream(OutputStream out, boolean flush, String encoding) throws UnsupportedEncodingException {
        this(Objects.requireNonNull(out, "Null output stream"), flush, find(encoding), true);
    }

    public PrintStream(OutputStream out, boolean flush, Charset charset) {
        this(out, flush, Objects.requireNonNull(charset, "charset").name(), true);
    }

    /** For an encoding as {@link Encoding#find} names it. */
    protected PrintStream(OutputStream out, boolean flush, String charset, boolean found) {
        super(out);
        this.flushes = flush;
        this.encoder = new Encoder(charset);
    }

    public PrintStream(String file) throws FileNotFoundException {
        this(new FileOutputStream(file), false, Encoding.UTF_8, true);
    }

    public PrintStream(File file) throws FileNotFoundException {
        this(new FileOutputStream(file), false, Encoding.UTF_8, true);
    }

    private static String find(String encoding) throws UnsupportedEncodingException {
        Objects.requireNonNull(encoding, "charsetName");
        try {
            return Charset.forName(encoding).name();
        } catch (IllegalCharsetNameException | UnsupportedCharsetException exception) {
            throw new UnsupportedEncodingException(encoding);
        }
    }

    private void ensureOpen() throws IOException {
        if (out == null) {
            throw new IOException("Stream closed");
        }
    }

    private void failed(IOException exception) {
        if (exception instanceof InterruptedIOException) {
            throw Intrinsics.unsupported("a PrintStream whose stream is interrupted");
        }
        trouble = true;
    }

    public boolean checkError() {
        if (out != null) {
            flush();
        }
        return out instanceof PrintStream ? ((PrintStream) out).checkError() : trouble;
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
            ensureOpen();
            out.flush();
        } catch (IOException exception) {
            trouble = true;
        }
    }

    @Override
    public void close() {
        if (!closing) {
            closing = true;
            try {
                byte[] rest = encoder.finish();
                if (rest.length > 0) {
                    write(rest, 0, rest.length);
                }
                out.close();
            } catch (IOException exception) {
                trouble = true;
            }
            out = null;
        }
    }

    @Override
    public void write(int b) {
        try {
            ensureOpen();
            out.write(b);
            if (flushes && b == '\n') {
                out.flush();
            }
        } catch (IOException exception) {
            failed(exception);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
        try {
            ensureOpen();
            out.write(bytes, offset, count);
            if (flushes) {
                out.flush();
            }
        } catch (IOException exception) {
            failed(exception);
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    public void writeBytes(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    /** Gives text to the stream at once; no other method that a subclass may have is called than `write` of bytes. */
    private void put(String text) {
        try {
            ensureOpen();
            byte[] bytes = encoder.encode(text.toCharArray());
            if (bytes.length > 0) {
                write(bytes, 0, bytes.length);
            }
            if (flushes && text.indexOf('\n') >= 0) {
                out.flush();
            }
        } catch (IOException exception) {
            failed(exception);
        }
    }

    public void print(String text) {
        put(String.valueOf(text));
    }

    public void print(Object object) {
        put(String.valueOf(object));
    }

    public void print(boolean value) {
        put(String.valueOf(value));
    }

    public void print(char value) {
        put(String.valueOf(value));
    }

    public void print(int value) {
        put(String.valueOf(value));
    }

    public void print(long value) {
        put(String.valueOf(value));
    }

    public void print(float value) {
        put(String.valueOf(value));
    }

    public void print(double value) {
        put(String.valueOf(value));
    }

    public void print(char[] text) {
        put(new String(text, 0, text.length));
    }

    public void println() {
        put("\n");
    }

    public void println(String text) {
        if (getClass() == PrintStream.class) {
            put(String.valueOf(text) + "\n");
        } else {
            print(text);
            put("\n");
        }
    }

    public void println(Object object) {
        String text = String.valueOf(object);
        if (getClass() == PrintStream.class) {
            put(String.valueOf(text) + "\n");
        } else {
            print(text);
            put("\n");
        }
    }

    public void println(boolean value) {
        if (getClass() == PrintStream.class) {
            put(String.valueOf(value) + "\n");
        } else {
            print(value);
            put("\n");
        }
    }

    public void println(char value) {
        if (getClass() == PrintStream.class) {
            put(String.valueOf(value) + "\n");
        } else {
            print(value);
            put("\n");
        }
    }

    public void println(int value) {
        if (getClass() == PrintStream.class) {
            put(String.valueOf(value) + "\n");
        } else {
            print(value);
            put("\n");
        }
    }

    public void println(long value) {
        if (getClass() == PrintStream.class) {
            put(String.valueOf(value) + "\n");
        } else {
            print(value);
            put("\n");
        }
    }

    public void println(float value) {
        if (getClass() == PrintStream.class) {
            put(String.valueOf(value) + "\n");
        } else {
            print(value);
            put("\n");
        }
    }

    public void println(double value) {
        if (getClass() == PrintStream.class) {
            put(String.valueOf(value) + "\n");
        } else {
            print(value);
            put("\n");
        }
    }

    public void println(char[] text) {
        if (getClass() == PrintStream.class) {
            put(new String(text, 0, text.length) + "\n");
        } else {
            print(text);
            put("\n");
        }
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
        if (out == null) {
            trouble = true;
            return this;
        }
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
        return append((text == null ? "null" : text).subSequence(begin, end));
    }

    @Override
    public PrintStream append(char c) {
        print(c);
        return this;
    }
}
