package java.lang;

import java.nio.charset.Charset;
import jdk.internal.access.JavaLangAccess;
import klew.runtime.Intrinsics;

/** The one implementation of `JavaLangAccess`. */
public final class Access implements JavaLangAccess {
    public Access() {}

    @Override
    public <E extends Enum<E>> E[] getEnumConstantsShared(Class<E> type) {
        return type.getEnumConstants();
    }

    @Override
    public String join(String prefix, String suffix, String delimiter, String[] elements, int count) {
        return String.join(prefix, suffix, delimiter, elements, count);
    }

    @Override
    public String newStringUnsafe(char[] content) {
        return String.sharing(content);
    }

    @Override
    public String newStringNoRepl(byte[] bytes, Charset charset) {
        for (byte b : bytes) {
            if (b < 0) {
                throw Intrinsics.unsupported("bytes beyond ASCII as text without replacement");
            }
        }
        return new String(bytes, charset);
    }

    /** The text of a UUID: its 16 bytes as digits, in groups of 4, 2, 2, 2 and 6 bytes. */
    @Override
    public String fastUUID(long low, long high) {
        char[] content = new char[36];
        int at = 0;
        for (int digit = 0; digit < 32; digit++) {
            if (digit == 8 || digit == 12 || digit == 16 || digit == 20) {
                content[at] = '-';
                at++;
            }
            long half = digit < 16 ? high : low;
            content[at] = Character.digitOf((int) (half >>> 60 - 4 * (digit & 15)) & 15);
            at++;
        }
        return String.sharing(content);
    }
}
