package klew.runtime;

import java.io.InputStream;

/** `System.in`: any bytes, and an end at some time, or after a given number of bytes; a file, so none is waited for. */
public final class StandardInput extends InputStream {
    /** Whether there are exactly `left` more bytes. */
    private static boolean limited;

    private static int left;

    private boolean ended;
    private boolean peeked;
    private int ahead;

    /** There are exactly so many bytes. */
    public static void limit(int size) {
        limited = true;
        left = size;
    }

    private int next() {
        if (ended || limited && left == 0) {
            return -1;
        }
        int next = standardInput();
        if (limited) {
            left--;
            Intrinsics.assume(next >= 0);
        }
        ended = next < 0;
        return next;
    }

    @Override
    public int read() {
        if (peeked) {
            peeked = false;
            return ahead;
        }
        return next();
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
        int done = 0;
        while (done < count) {
            int next = read();
            if (next < 0) {
                return done == 0 ? -1 : done;
            }
            bytes[offset + done] = (byte) next;
            done++;
        }
        return done;
    }

    @Override
    public int available() {
        if (!peeked) {
            ahead = next();
            peeked = true;
        }
        if (ahead < 0) {
            return 0;
        }
        if (limited) {
            return left + 1;
        }
        int count = Intrinsics.approximateInt("System.in.available");
        Intrinsics.assume(count > 0);
        return count;
    }
}
