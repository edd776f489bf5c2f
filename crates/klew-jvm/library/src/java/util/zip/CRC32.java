package java.util.zip;

import java.nio.ByteBuffer;
import klew.runtime.Checksums;
import klew.runtime.Intrinsics;

/** The cyclic redundancy check of ZIP. */
public class CRC32 implements Checksum {
    private static final int POLYNOMIAL = 0xedb88320;

    private int state;

    public CRC32() {}

    @Override
    public void update(int b) {
        state = ~Checksums.cyclic(POLYNOMIAL, ~state, b);
    }

    @Override
    public void update(byte[] bytes, int offset, int count) {
        Checksums.check(bytes, offset, count);
        int next = ~state;
        for (int i = offset; i < offset + count; i++) {
            next = Checksums.cyclic(POLYNOMIAL, next, bytes[i]);
        }
        state = ~next;
    }

    @Override
    public void update(byte[] bytes) {
        update(bytes, 0, bytes.length);
    }

    @Override
    public void update(ByteBuffer buffer) {
        throw Intrinsics.unsupported("CRC32.update of a buffer");
    }

    @Override
    public void reset() {
        state = 0;
    }

    @Override
    public long getValue() {
        return state & 0xffffffffL;
    }
}
