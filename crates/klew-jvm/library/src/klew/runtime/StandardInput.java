package klew.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;

/**
 * `System.in`: any bytes, and an end at some time, or after a given number of bytes; a file, so none is waited for. How many
 * bytes there are at most grows with the command's rounds. The first reader of characters takes all that is left, and what else
 * reads is at the end.
 */
public final class StandardInput extends InputStream {
    /** Whether there are exactly `left` more bytes. */
    private static boolean limited;

    private static int left;

    /** How many there are at most, where none is given; the command sets it. */
    private static int longest;

    private static int given;

    /** So many bytes readers of characters take at once. */
    private static final int READ_AHEAD = 8192;

    private boolean ended;
    private boolean peeked;
    private int ahead;
    private boolean closed;
    /** Whoever took what is left. */
    private InputStreamReader owner;

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
        } else if (ShortInput.size != 0 && ShortInput.isOfArguments == 0) {
            Intrinsics.assume((next < 0) == (given == ShortInput.size));
        } else if (given == longest && next >= 0) {
            throw Intrinsics.bound("standard input");
        }
        given++;
        ended = next < 0;
        return next;
    }

    /** Whether characters beyond ASCII are looked at: there are many ways to read them, so where there may be much input only the first. */
    public static boolean isShort() {
        int most = ShortInput.size == 0 ? longest : ShortInput.size;
        return limited || most <= SHORT || given <= 1;
    }

    /** The most bytes of short input; as in the command's first round. */
    private static final int SHORT = 4;

    private void ensureOpen() throws IOException {
        if (closed) {
            throw new IOException("Stream closed");
        }
    }

    /** Whether a reader other than that one, if any is given, took what is left. */
    private boolean isTaken(InputStreamReader reader) {
        if (owner == null || owner == reader) {
            return false;
        }
        checkReadAhead();
        return true;
    }

    private static void checkReadAhead() {
        if ((limited ? given + left : longest) > READ_AHEAD) {
            throw Intrinsics.unsupported("what a reader leaves of more than 8192 bytes of standard input");
        }
    }

    private int take() {
        if (peeked) {
            peeked = false;
            return ahead;
        }
        return next();
    }

    @Override
    public int read() throws IOException {
        ensureOpen();
        return isTaken(null) ? -1 : take();
    }

    /** The next byte for that reader, which has what it took though the stream is closed. */
    public int read(InputStreamReader reader) throws IOException {
        if (owner == null) {
            ensureOpen();
            owner = reader;
        }
        if (closed) {
            checkReadAhead();
        }
        int next = isTaken(reader) ? -1 : take();
        if (next < 0) {
            ensureOpen();
        }
        return next;
    }

    /** Whether there is a byte for that reader. */
    public boolean isReady(InputStreamReader reader) {
        return !isTaken(reader) && (owner == reader || !closed) && peek() >= 0;
    }

    /** By its name klew-report's standard_input.rs knows what it gives: change both. */
    private static int standardInput() {
        int next = Intrinsics.inputInt();
        Intrinsics.assume(next >= -1 && next <= 255);
        return next;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
        ensureOpen();
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
    public int available() throws IOException {
        ensureOpen();
        if (isTaken(null) || peek() < 0) {
            return 0;
        }
        if (limited) {
            return left + 1;
        }
        int count = Intrinsics.approximateInt("System.in.available");
        Intrinsics.assume(count > 0);
        return count;
    }

    private int peek() {
        if (!peeked) {
            ahead = next();
            peeked = true;
        }
        return ahead;
    }

    @Override
    public void close() {
        closed = true;
    }
}
