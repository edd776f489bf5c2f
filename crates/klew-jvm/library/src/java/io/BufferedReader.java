package java.io;

import java.util.ArrayList;
import java.util.Objects;
import java.util.stream.Stream;
import klew.runtime.Intrinsics;

/** Lines of characters; nothing is read ahead. */
public class BufferedReader extends Reader {
    private Reader reader;
    private boolean afterReturn;

    public BufferedReader(Reader reader) {
        super(reader);
        this.reader = reader;
    }

    public BufferedReader(Reader reader, int size) {
        this(reader);
        if (size <= 0) {
            throw new IllegalArgumentException("Buffer size <= 0");
        }
    }

    private void check() throws IOException {
        if (reader == null) {
            throw new IOException("Stream closed");
        }
    }

    @Override
    public int read() throws IOException {
        check();
        int next = reader.read();
        if (afterReturn && next == '\n') {
            next = reader.read();
        }
        afterReturn = false;
        return next;
    }

    @Override
    public int read(char[] content, int offset, int count) throws IOException {
        check();
        Objects.checkFromIndexSize(offset, count, content.length);
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

    public String readLine() throws IOException {
        int next = read();
        if (next < 0) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (next >= 0 && next != '\n' && next != '\r') {
            line.append((char) next);
            next = reader.read();
        }
        afterReturn = next == '\r';
        return line.toString();
    }

    public Stream<String> lines() {
        ArrayList<String> lines = new ArrayList<>();
        try {
            String line = readLine();
            while (line != null) {
                lines.add(line);
                line = readLine();
            }
        } catch (IOException exception) {
            throw new UncheckedIOException(exception);
        }
        return lines.stream();
    }

    @Override
    public boolean ready() throws IOException {
        check();
        return reader.ready();
    }

    @Override
    public void mark(int limit) {
        throw Intrinsics.unsupported("BufferedReader.mark");
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public void reset() throws IOException {
        check();
        throw new IOException("Stream not marked");
    }

    @Override
    public void close() throws IOException {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
