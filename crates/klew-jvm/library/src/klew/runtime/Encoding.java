package klew.runtime;

import java.io.UnsupportedEncodingException;

/** Between UTF-16 and bytes: UTF-8 (the default), ISO-8859-1 and ASCII. */
public final class Encoding {
    private static final String UTF_8 = "UTF-8";
    private static final String LATIN_1 = "ISO-8859-1";
    private static final String ASCII = "US-ASCII";

    private Encoding() {}

    /** The name as the methods below want it. */
    public static String check(String name) throws UnsupportedEncodingException {
        String upper = name.toUpperCase();
        if (upper.equals(UTF_8) || upper.equals("UTF8")) {
            return UTF_8;
        }
        if (upper.equals(LATIN_1) || upper.equals("LATIN1") || upper.equals("ISO8859_1")) {
            return LATIN_1;
        }
        if (upper.equals(ASCII) || upper.equals("ASCII")) {
            return ASCII;
        }
        if (upper.startsWith("UTF") || upper.startsWith("ISO") || upper.startsWith("WINDOWS")) {
            throw Intrinsics.unsupported("an encoding other than UTF-8, ISO-8859-1 and ASCII");
        }
        throw new UnsupportedEncodingException(name);
    }

    public static char[] decode(byte[] bytes, int offset, int count, String charset) {
        if (charset.equals(UTF_8)) {
            return decode(bytes, offset, count);
        }
        boolean ascii = charset.equals(ASCII);
        if (!ascii && !charset.equals(LATIN_1)) {
            throw Intrinsics.unsupported("an encoding other than UTF-8, ISO-8859-1 and ASCII");
        }
        char[] content = new char[count];
        for (int i = 0; i < count; i++) {
            int c = bytes[offset + i] & 0xff;
            content[i] = (char) (ascii && c >= 0x80 ? 0xfffd : c);
        }
        return content;
    }

    public static char[] decode(byte[] bytes, int offset, int count) {
        char[] content = new char[count];
        int bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= bytes[offset + i];
            content[i] = (char) bytes[offset + i];
        }
        return bits >= 0 ? content : decodeLong(bytes, offset, count);
    }

    private static char[] decodeLong(byte[] bytes, int offset, int count) {
        StringBuilder text = new StringBuilder(count);
        int end = offset + count;
        int i = offset;
        while (i < end) {
            int first = bytes[i] & 0xff;
            int more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : first < 0xf5 ? 3 : -1;
            if (more < 0 || i + more >= end) {
                throw Intrinsics.unsupported("malformed UTF-8");
            }
            int point = more == 0 ? first : first & (0x3f >> more);
            for (int k = 1; k <= more; k++) {
                int next = bytes[i + k];
                if ((next & 0xc0) != 0x80) {
                    throw Intrinsics.unsupported("malformed UTF-8");
                }
                point = point << 6 | next & 0x3f;
            }
            boolean surrogate = point >= 0xd800 && point < 0xe000;
            if (surrogate || point > 0x10ffff || (more == 2 && point < 0x800) || (more == 3 && point < 0x10000)) {
                throw Intrinsics.unsupported("malformed UTF-8");
            }
            text.appendCodePoint(point);
            i += more + 1;
        }
        char[] content = new char[text.length()];
        text.getChars(0, content.length, content, 0);
        return content;
    }

    public static byte[] encode(char[] content, String charset) {
        if (charset.equals(UTF_8)) {
            return encode(content);
        }
        int most = charset.equals(ASCII) ? 0x7f : 0xff;
        if (most == 0xff && !charset.equals(LATIN_1)) {
            throw Intrinsics.unsupported("an encoding other than UTF-8, ISO-8859-1 and ASCII");
        }
        byte[] bytes = new byte[content.length];
        for (int i = 0; i < content.length; i++) {
            char c = content[i];
            if (c >= 0xd800 && c < 0xe000) {
                throw Intrinsics.unsupported("a surrogate in another encoding than UTF-8");
            }
            bytes[i] = (byte) (c > most ? '?' : c);
        }
        return bytes;
    }

    public static byte[] encode(char[] content) {
        byte[] bytes = new byte[content.length];
        int bits = 0;
        for (int i = 0; i < content.length; i++) {
            bits |= content[i];
            bytes[i] = (byte) content[i];
        }
        return bits < 0x80 ? bytes : encodeLong(content);
    }

    private static byte[] encodeLong(char[] content) {
        byte[] bytes = new byte[3 * content.length];
        int count = 0;
        int i = 0;
        while (i < content.length) {
            int point = Character.codePointAt(content, i, content.length);
            i += Character.charCount(point);
            if (point < 0x80) {
                bytes[count++] = (byte) point;
            } else if (point < 0x800) {
                bytes[count++] = (byte) (0xc0 | point >> 6);
                bytes[count++] = (byte) (0x80 | point & 0x3f);
            } else if (point >= 0xd800 && point < 0xe000) {
                bytes[count++] = (byte) '?';
            } else {
                if (point < 0x10000) {
                    bytes[count++] = (byte) (0xe0 | point >> 12);
                } else {
                    bytes[count++] = (byte) (0xf0 | point >> 18);
                    bytes[count++] = (byte) (0x80 | point >> 12 & 0x3f);
                }
                bytes[count++] = (byte) (0x80 | point >> 6 & 0x3f);
                bytes[count++] = (byte) (0x80 | point & 0x3f);
            }
        }
        byte[] result = new byte[count];
        Intrinsics.copy(bytes, 0, result, 0, count);
        return result;
    }
}
