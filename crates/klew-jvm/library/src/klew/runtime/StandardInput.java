package klew.runtime;

import java.io.InputStream;

/**
 * `System.in`: any bytes, and an end at some time, or after a given number of bytes; a file, so none is waited for. How many
 * bytes there are at most grows with the command's rounds.
 */
public final class StandardInput extends InputStream {
    /** Whether there are exactly `left` more bytes. */
    private static boolean limited;

    private static int left;

    /** How many there are at most, where none is given; the command sets it. */
    private static int longest;

    private static int given;

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
