package klew.runtime;

/** What the classes of checksums share. */
public final class Checksums {
    private static final int BITS = 8;

    private Checksums() {}

    /** One step of a cyclic redundancy check with reflected bits, without a branch. */
    public static int cyclic(int polynomial, int state, int b) {
        int next = state ^ b & 0xff;
        for (int i = 0; i < BITS; i++) {
            next = next >>> 1 ^ polynomial & -(next & 1);
        }
        return next;
    }

    public static void check(byte[] bytes, int offset, int count) {
        if (bytes == null) {
            throw new NullPointerException();
        }
        if (offset < 0 || count < 0 || offset > bytes.length - count) {
            throw new ArrayIndexOutOfBoundsException();
        }
    }
}
