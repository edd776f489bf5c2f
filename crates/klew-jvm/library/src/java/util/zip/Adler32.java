package java.util.zip;

import java.nio.ByteBuffer;
import klew.runtime.Checksums;
import klew.runtime.Intrinsics;

/** The checksum of zlib: two sums modulo 65521. */
public class Adler32 implements Checksum {
    private static final int MODULUS = 65521;

    private int low = 1;
    private int high;

    public Adler32() {}

    @Override
    public void update(int b) {
        low = (low + (b & 0xff)) % MODULUS;
        high = (high + low) % MODULUS;
    }

    @Override
    public void update(byte[] bytes, int offset, int count) {
        Checksums.check(bytes, offset, count);
        for (int i = offset; i < offset + count; i++) {
            update(bytes[i]);
        }
    }

    @Override
    public void update(byte[] bytes) {
        update(bytes, 0, bytes.length);
    }

    @Override
    public void update(ByteBuffer buffer) {
        throw Intrinsics.unsupported("Adler32.update of a buffer");
    }

    @Override
    public void reset() {
        low = 1;
        high = 0;
    }

    @Override
    public long getValue() {
        return (long) high << 16 | low;
    }
}
