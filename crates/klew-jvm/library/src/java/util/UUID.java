package java.util;

import klew.runtime.Intrinsics;
import klew.runtime.Md5;

/** 128 bits that name something; random ones are inputs. */
public final class UUID implements java.io.Serializable, Comparable<UUID> {
    private static final int LENGTH = 36;

    private final long high;
    private final long low;

    public UUID(long mostSigBits, long leastSigBits) {
        this.high = mostSigBits;
        this.low = leastSigBits;
    }

    private static UUID of(int version, long high, long low) {
        return new UUID(high & ~0xf000L | (long) version << 12, low & ~(3L << 62) | 1L << 63);
    }

    public static UUID randomUUID() {
        return of(4, Intrinsics.inputLong(), Intrinsics.inputLong());
    }

    public static UUID nameUUIDFromBytes(byte[] name) {
        byte[] hash = Md5.of(name);
        long high = 0;
        long low = 0;
        for (int i = 0; i < 8; i++) {
            high = high << 8 | hash[i] & 0xff;
            low = low << 8 | hash[i + 8] & 0xff;
        }
        return of(3, high, low);
    }

    public static UUID fromString(String text) {
        int length = text.length();
        if (length > LENGTH) {
            throw new IllegalArgumentException("UUID string too large");
        }
        int[] dashes = new int[5];
        int count = 0;
        for (int i = 0; i < length; i++) {
            if (text.charAt(i) == '-') {
                if (count == 4) {
                    count++;
                    break;
                }
                dashes[count] = i;
                count++;
            }
        }
        if (count != 4) {
            throw new IllegalArgumentException("Invalid UUID string: " + text);
        }
        dashes[4] = length;
        int[] digits = {8, 4, 4, 4, 12};
        long[] parts = new long[5];
        int begin = 0;
        for (int i = 0; i < 5; i++) {
            long part = Long.parseLong(text, begin, dashes[i], 16);
            parts[i] = part & (1L << 4 * digits[i]) - 1;
            begin = dashes[i] + 1;
        }
        return new UUID(parts[0] << 32 | parts[1] << 16 | parts[2], parts[3] << 48 | parts[4]);
    }

    public long getMostSignificantBits() {
        return high;
    }

    public long getLeastSignificantBits() {
        return low;
    }

    public int version() {
        return (int) (high >> 12 & 0xf);
    }

    public int variant() {
        return (int) (low >>> 64 - (low >>> 62) & low >> 63);
    }

    private void needsTime() {
        if (version() != 1) {
            throw new UnsupportedOperationException("Not a time-based UUID");
        }
    }

    public long timestamp() {
        needsTime();
        return (high & 0xfff) << 48 | (high >> 16 & 0xffff) << 32 | high >>> 32;
    }

    public int clockSequence() {
        needsTime();
        return (int) (low >>> 48 & 0x3fff);
    }

    public long node() {
        needsTime();
        return low & 0xffffffffffffL;
    }

    private static int put(char[] text, int at, long value, int digits) {
        for (int i = 0; i < digits; i++) {
            int digit = (int) (value >>> 4 * (digits - 1 - i)) & 0xf;
            // Letters without a branch.
            text[at + i] = (char) ('0' + digit + ((9 - digit >>> 31) * ('a' - '0' - 10)));
        }
        return at + digits + 1;
    }

    @Override
    public String toString() {
        char[] text = new char[LENGTH];
        int at = put(text, 0, high >>> 32, 8);
        text[at - 1] = '-';
        at = put(text, at, high >>> 16, 4);
        text[at - 1] = '-';
        at = put(text, at, high, 4);
        text[at - 1] = '-';
        at = put(text, at, low >>> 48, 4);
        text[at - 1] = '-';
        put(text, at, low, 12);
        return new String(text);
    }

    @Override
    public int hashCode() {
        long both = high ^ low;
        return (int) (both >> 32) ^ (int) both;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UUID && high == ((UUID) other).high && low == ((UUID) other).low;
    }

    /** By the numbers with a sign. */
    @Override
    public int compareTo(UUID other) {
        return high != other.high ? Long.compare(high, other.high) : Long.compare(low, other.low);
    }
}
