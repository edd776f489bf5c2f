package java.io;

import klew.runtime.FileStore;
import klew.runtime.Intrinsics;

/** The bytes of a file. */
public class FileInputStream extends InputStream {
    private final FileStore file;
    private int place;
    private boolean closed;

    public FileInputStream(String name) throws FileNotFoundException {
        this(name == null ? null : new File(name));
    }

    public FileInputStream(File file) throws FileNotFoundException {
        String name = file.getPath();
        if (file.isInvalid()) {
            throw new FileNotFoundException("Invalid file path");
        }
        this.file = FileStore.of(name);
        int kind = this.file.kind();
        if (kind != FileStore.FILE) {
            String why = kind == FileStore.MISSING ? "No such file or directory" : "Is a directory";
            throw new FileNotFoundException(name + " (" + why + ")");
        }
    }

    public FileInputStream(FileDescriptor descriptor) {
        throw Intrinsics.unsupported("FileInputStream of a descriptor");
    }

    /** For `InputStreamReader`: whether characters beyond ASCII are looked at. */
    boolean isShort() {
        return file.isShort();
    }

    private void ensureOpen() throws IOException {
        if (closed) {
            throw new IOException("Stream Closed");
        }
    }

    @Override
    public int read() throws IOException {
        ensureOpen();
        int next = file.at(place);
        if (next >= 0) {
            place++;
        }
        return next;
    }

    @Override
    public int read(byte[] bytes) throws IOException {
        return read(bytes, 0, bytes.length);
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        if (offset < 0 || count < 0 || offset > bytes.length - count) {
            throw new IndexOutOfBoundsException();
        }
        if (count == 0) {
            return 0;
        }
        ensureOpen();
        int done = 0;
        while (done < count) {
            int next = file.at(place);
            if (next < 0) {
                return done == 0 ? -1 : done;
            }
            bytes[offset + done] = (byte) next;
            place++;
            done++;
        }
        return done;
    }

    @Override
    public long skip(long count) throws IOException {
        ensureOpen();
        if (count < 0 || count > Integer.MAX_VALUE - place - 1) {
            throw Intrinsics.unsupported("FileInputStream.skip backwards or very far");
        }
        place += (int) count;
        return count;
    }

    @Override
    public int available() throws IOException {
        ensureOpen();
        return Math.max(0, file.size() - place);
    }

    @Override
    public void close() {
        closed = true;
    }
}
