package java.io;

import klew.runtime.FileStore;
import klew.runtime.Intrinsics;

/** Writes a file. */
public class FileOutputStream extends OutputStream {
    private final FileStore file;
    private final boolean append;
    private int place;
    private boolean closed;

    public FileOutputStream(String name) throws FileNotFoundException {
        this(name == null ? null : new File(name), false);
    }

    public FileOutputStream(String name, boolean append) throws FileNotFoundException {
        this(name == null ? null : new File(name), append);
    }

    public FileOutputStream(File file) throws FileNotFoundException {
        this(file, false);
    }

    public FileOutputStream(File file, boolean append) throws FileNotFoundException {
        String name = file.getPath();
        if (file.isInvalid()) {
            throw new FileNotFoundException("Invalid file path");
        }
        if (name.isEmpty()) {
            throw new FileNotFoundException(" (No such file or directory)");
        }
        this.file = FileStore.of(name);
        this.append = append;
        int kind = this.file.kind();
        if (kind == FileStore.FOLDER) {
            throw new FileNotFoundException(name + " (Is a directory)");
        }
        if (kind == FileStore.MISSING || !append) {
            this.file.truncate();
        }
    }

    public FileOutputStream(FileDescriptor descriptor) {
        throw Intrinsics.unsupported("FileOutputStream of a descriptor");
    }

    private void ensureOpen() throws IOException {
        if (closed) {
            throw new IOException("Stream Closed");
        }
    }

    @Override
    public void write(int value) throws IOException {
        ensureOpen();
        if (append) {
            place = file.size();
        }
        file.write(place, value);
        place++;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        if (offset < 0 || count < 0 || offset > bytes.length - count) {
            throw new IndexOutOfBoundsException();
        }
        for (int i = 0; i < count; i++) {
            write(bytes[offset + i]);
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
