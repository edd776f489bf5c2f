package java.io;

import java.nio.charset.Charset;
import klew.runtime.Intrinsics;

/** Characters of a stream of bytes; beyond ASCII nothing is decoded. */
public class InputStreamReader extends Reader {
    private final InputStream stream;

    public InputStreamReader(InputStream stream) {
        this.stream = stream;
    }

    public InputStreamReader(InputStream stream, String charset) throws UnsupportedEncodingException {
        this.stream = stream;
    }

    public InputStreamReader(InputStream stream, Charset charset) {
        this.stream = stream;
    }

    @Override
    public int read() throws IOException {
        int next = stream.read();
        if (next >= 0x80) {
            throw Intrinsics.unsupported("reading characters beyond ASCII");
        }
        return next;
    }

    @Override
    public int read(char[] content, int offset, int count) throws IOException {
        if (offset < 0 || count < 0 || offset > content.length - count) {
            throw new IndexOutOfBoundsException();
        }
        int next = count == 0 ? 0 : read();
        if (count == 0 || next < 0) {
            return next;
        }
        content[offset] = (char) next;
        return 1;
    }

    @Override
    public boolean ready() throws IOException {
        return stream.available() > 0;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
