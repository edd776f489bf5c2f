package java.io;

import java.nio.charset.Charset;
import java.util.Objects;
import klew.runtime.Encoder;
import klew.runtime.Encoding;
import klew.runtime.Intrinsics;

/** Characters to a stream of bytes, which gets them when the writer is flushed or closed. */
public class OutputStreamWriter extends Writer {
    /** How many characters may wait; more go to the stream at a time that is not modelled. */
    private static final int MOST = 2048;

    private final OutputStream stream;
    private final String charset;
    private final Encoder encoder;
    private final StringBuilder waiting = new StringBuilder();
    private boolean closed;

    public OutputStreamWriter(OutputStream stream) {
        super(stream);
        this.stream = stream;
        this.charset = Encoding.UTF_8;
        this.encoder = new Encoder(this.charset);
    }

    public OutputStreamWriter(OutputStream stream, String charset) throws UnsupportedEncodingException {
        super(stream);
        this.stream = stream;
        this.charset = Encoding.check(Objects.requireNonNull(charset, "charsetName"));
        this.encoder = new Encoder(this.charset);
    }

    public OutputStreamWriter(OutputStream stream, Charset charset) {
        super(stream);
        this.stream = stream;
        this.charset = Objects.requireNonNull(charset, "charset").name();
        this.encoder = new Encoder(this.charset);
    }

    public String getEncoding() {
        if (closed) {
            return null;
        }
        return Encoding.historicalName(charset);
    }

    private void ensureOpen() throws IOException {
        if (closed) {
            throw new IOException("Stream closed");
        }
    }

    private void checkWaiting() {
        if (waiting.length() > MOST) {
            throw Intrinsics.unsupported("an OutputStreamWriter with more than 2048 characters that were not flushed");
        }
    }

    @Override
    public void write(int c) throws IOException {
        ensureOpen();
        waiting.append((char) c);
        checkWaiting();
    }

    @Override
    public void write(char[] content, int offset, int count) throws IOException {
        ensureOpen();
        if (offset < 0 || offset > content.length || count < 0 || offset > content.length - count) {
            throw new IndexOutOfBoundsException();
        }
        waiting.append(content, offset, count);
        checkWaiting();
    }

    @Override
    public void write(String text, int offset, int count) throws IOException {
        if (count < 0) {
            throw new IndexOutOfBoundsException();
        }
        String part = text.substring(offset, offset + count);
        ensureOpen();
        waiting.append(part);
        checkWaiting();
    }

    @Override
    public Writer append(CharSequence text) throws IOException {
        write(String.valueOf(text));
        return this;
    }

    @Override
    public Writer append(CharSequence text, int begin, int end) throws IOException {
        return append((text == null ? "null" : text).subSequence(begin, end));
    }

    private void write() throws IOException {
        int length = waiting.length();
        if (length == 0) {
            return;
        }
        char[] content = new char[length];
        waiting.getChars(0, length, content, 0);
        waiting.setLength(0);
        write(encoder.encode(content));
    }

    private void write(byte[] bytes) throws IOException {
        if (bytes.length > 0) {
            stream.write(bytes, 0, bytes.length);
        }
    }

    @Override
    public void flush() throws IOException {
        ensureOpen();
        write();
        stream.flush();
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            write();
            write(encoder.finish());
            closed = true;
            stream.close();
        }
    }
}
