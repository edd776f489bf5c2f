package klew.runtime;

import java.io.InputStream;

/** `System.in`: any bytes, and an end at some time. */
public final class StandardInput extends InputStream {
    private boolean ended;

    @Override
    public int read() {
        if (ended) {
            return -1;
        }
        int next = standardInput();
        ended = next < 0;
        return next;
    }

    /** By its name klew-report's standard_input.rs knows what it gives: change both. */
    private static int standardInput() {
        int next = Intrinsics.inputInt();
        Intrinsics.assume(next >= -1 && next <= 255);
        return next;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) {
        if (offset < 0 || count < 0 || offset > bytes.length - count) {
            throw new IndexOutOfBoundsException();
        }
        if (count == 0) {
            return 0;
        }
        int next = read();
        if (next < 0) {
            return -1;
        }
        bytes[offset] = (byte) next;
        return 1;
    }

    @Override
    public int available() {
        return 0;
    }
}
