package java.io;

import java.nio.charset.Charset;
import java.util.Objects;
import klew.runtime.Encoding;
import klew.runtime.Intrinsics;
import klew.runtime.StandardInput;

/** Characters of a stream of bytes. */
public class InputStreamReader extends Reader {
    private final InputStream stream;
    private final String charset;
    private boolean closed;
    /** The second half of a pair of surrogates that was read, or -1. */
    private int pending = -1;

    public InputStreamReader(InputStream stream) {
        super(stream);
        this.stream = stream;
        this.charset = Encoding.UTF_8;
    }

    public InputStreamReader(InputStream stream, String charset) throws UnsupportedEncodingException {
        super(stream);
        this.stream = stream;
        this.charset = checked(Encoding.check(Objects.requireNonNull(charset, "charsetName")));
    }

    public InputStreamReader(InputStream stream, Charset charset) {
        super(stream);
        this.stream = stream;
        this.charset = checked(Objects.requireNonNull(charset, "charset").name());
    }

    private static String checked(String charset) {
        if (charset.startsWith(Encoding.UTF_16)) {
            throw Intrinsics.unsupported("reading UTF-16 from a stream");
        }
        return charset;
    }

    public String getEncoding() {
        if (closed) {
            return null;
        }
        return Encoding.historicalName(charset);
    }

    @Override
    public int read() throws IOException {
        if (closed) {
            throw new IOException("Stream closed");
        }
        if (pending >= 0) {
            int half = pending;
            pending = -1;
            return half;
        }
        int next = next();
        if (next < 0x80 || charset.equals(Encoding.LATIN_1)) {
            return next;
        }
        return charset.equals(Encoding.ASCII) ? '\ufffd' : decode(next);
    }

    private int next() throws IOException {
        return stream instanceof StandardInput input ? input.read(this) : stream.read();
    }

    private int decode(int first) throws IOException {
        if (stream instanceof StandardInput && !Intrinsics.isKnown(first) && !StandardInput.isShort()) {
            throw Intrinsics.bound("text of standard input is ASCII behind its first character");
        }
        if (stream instanceof FileInputStream file && !Intrinsics.isKnown(first) && !file.isShort()) {
            throw Intrinsics.bound("text of files is ASCII behind its first character");
        }
        int more = first < 0xc2 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : 0;
        byte[] bytes = new byte[more + 1];
        bytes[0] = (byte) first;
        for (int i = 1; i <= more; i++) {
            int next = next();
            if (next < 0 || (next & 0xc0) != 0x80) {
                throw Intrinsics.bound("text that is read from streams is well-formed UTF-8");
            }
            bytes[i] = (byte) next;
        }
        char[] content = Encoding.decode(bytes, 0, more + 1);
        if (content.length > 2 || content.length == 2 && content[0] == '\ufffd') {
            throw Intrinsics.bound("text that is read from streams is well-formed UTF-8");
        }
        if (content.length == 2) {
            pending = content[1];
        }
        return content[0];
    }

    @Override
    public int read(char[] content, int offset, int count) throws IOException {
        if (closed) {
            throw new IOException("Stream closed");
        }
        if (offset < 0 || offset > content.length || count < 0 || offset > content.length - count) {
            throw new IndexOutOfBoundsException();
        }
        int done = 0;
        while (done < count) {
            int next = read();
            if (next < 0) {
                return done == 0 ? -1 : done;
            }
            content[offset + done] = (char) next;
            done++;
        }
        return done;
    }

    @Override
    public boolean ready() throws IOException {
        if (closed) {
            throw new IOException("Stream closed");
        }
        if (pending >= 0 || stream instanceof StandardInput input && input.isReady(this)) {
            return true;
        }
        try {
            return !(stream instanceof StandardInput) && stream.available() > 0;
        } catch (IOException exception) {
            return false;
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        stream.close();
    }
}
