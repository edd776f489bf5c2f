package klew.runtime;

import java.io.UnsupportedEncodingException;

/** Between UTF-16 and bytes: UTF-8 (the default), UTF-16, ISO-8859-1 and ASCII. */
public final class Encoding {
    public static final String UTF_8 = "UTF-8";
    public static final String UTF_16 = "UTF-16";
    public static final String UTF_16BE = "UTF-16BE";
    public static final String UTF_16LE = "UTF-16LE";
    public static final String LATIN_1 = "ISO-8859-1";
    public static final String ASCII = "US-ASCII";
    /** What stands for bytes that mean nothing. */
    private static final char REPLACEMENT = '\ufffd';
    /** Names in lower case, each list begun by the one that is used here. */
    private static final String[][] NAMES = {
        {UTF_8, "utf-8", "utf8", "unicode-1-1-utf-8"},
        {UTF_16, "utf-16", "utf16", "utf_16", "unicode", "unicodebig"},
        {UTF_16BE, "utf-16be", "utf_16be", "x-utf-16be", "iso-10646-ucs-2", "unicodebigunmarked"},
        {UTF_16LE, "utf-16le", "utf_16le", "x-utf-16le", "unicodelittleunmarked"},
        {LATIN_1, "iso-8859-1", "iso8859-1", "iso8859_1", "iso_8859-1", "iso_8859_1", "latin1", "l1", "cp819",
            "ibm819", "ibm-819", "819", "iso-ir-100", "csisolatin1", "iso_8859-1:1987"},
        {ASCII, "us-ascii", "ascii", "iso646-us", "iso-ir-6", "us", "cp367", "ibm367", "646", "ascii7", "csascii",
            "default", "ansi_x3.4-1968", "ansi_x3.4-1986", "iso_646.irv:1991", "iso_646.irv:1983"},
    };
    /** How names of encodings begin that a JDK may have and that are not known here. */
    private static final String[] OTHERS = {
        "utf", "iso", "windows", "ibm", "cp", "x-", "x_", "big", "gb", "shift", "sjis", "euc", "koi", "tis", "jis", "ks",
        "ms", "cs", "hz", "mac", "arabic", "greek", "hebrew", "cyrillic", "latin", "thai", "johab", "ujis", "pck",
        "unicode", "ecma", "elot", "asmo", "ccsid", "cesu", "ebcdic", "korean", "sun", "cns", "simplified",
    };

    private Encoding() {}

    /** The name as the methods below want it, or null if no JDK has it. */
    public static String find(String name) {
        String lower = name.toLowerCase();
        for (String[] names : NAMES) {
            for (int i = 1; i < names.length; i++) {
                if (names[i].equals(lower)) {
                    return names[0];
                }
            }
        }
        boolean known = false;
        for (String other : OTHERS) {
            known |= lower.startsWith(other);
        }
        for (int i = 0; i < lower.length(); i++) {
            known |= lower.charAt(i) >= '0' && lower.charAt(i) <= '9';
        }
        if (known) {
            throw Intrinsics.unsupported("an encoding other than UTF-8, UTF-16, ISO-8859-1 and ASCII");
        }
        return null;
    }

    /** The name that readers and writers tell. */
    public static String historicalName(String charset) {
        return charset.equals(UTF_8) ? "UTF8" : charset.equals(ASCII) ? "ASCII"
                : charset.equals(LATIN_1) ? "ISO8859_1" : charset.equals(UTF_16BE) ? "UnicodeBigUnmarked"
                : charset.equals(UTF_16LE) ? "UnicodeLittleUnmarked" : charset;
    }

    /** The name as the methods below want it. */
    public static String check(String name) throws UnsupportedEncodingException {
        String found = find(name);
        if (found == null) {
            throw new UnsupportedEncodingException(name);
        }
        return found;
    }

    public static char[] decode(byte[] bytes, int offset, int count, String charset) {
        if (charset.equals(UTF_8)) {
            return decode(bytes, offset, count);
        }
        boolean ascii = charset.equals(ASCII);
        if (!ascii && !charset.equals(LATIN_1)) {
            return decodeWide(bytes, offset, count, charset);
        }
        char[] content = new char[count];
        for (int i = 0; i < count; i++) {
            int c = bytes[offset + i] & 0xff;
            content[i] = (char) (ascii && c >= 0x80 ? REPLACEMENT : c);
        }
        return content;
    }

    private static char[] decodeWide(byte[] bytes, int offset, int count, String charset) {
        boolean little = charset.equals(UTF_16LE);
        int begin = offset;
        if (charset.equals(UTF_16) && count >= 2) {
            int mark = (bytes[offset] & 0xff) << 8 | bytes[offset + 1] & 0xff;
            little = mark == 0xfffe;
            begin += little || mark == 0xfeff ? 2 : 0;
        }
        int left = offset + count - begin;
        if ((left & 1) != 0) {
            throw Intrinsics.unsupported("malformed UTF-16");
        }
        char[] content = new char[left / 2];
        for (int i = 0; i < content.length; i++) {
            int first = bytes[begin + 2 * i] & 0xff;
            int second = bytes[begin + 2 * i + 1] & 0xff;
            content[i] = (char) (little ? second << 8 | first : first << 8 | second);
        }
        checkPairs(content);
        return content;
    }

    /** Pairs of surrogates that are not whole would be replaced, with those beside them. */
    private static void checkPairs(char[] content) {
        for (int i = 0; i < content.length; i++) {
            char c = content[i];
            if (c >= 0xd800 && c < 0xe000) {
                if (c >= 0xdc00 || i + 1 == content.length || !Character.isLowSurrogate(content[i + 1])) {
                    throw Intrinsics.unsupported("malformed UTF-16");
                }
                i++;
            } else if (c == 0xfffe) {
                throw Intrinsics.unsupported("malformed UTF-16");
            }
        }
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
            int good = more < 0 ? 0 : continuing(bytes, i, end, more);
            if (good < more || more < 0) {
                // The longest part that could have begun a character is replaced by one.
                text.append(REPLACEMENT);
                i += good + 1;
                continue;
            }
            int point = more == 0 ? first : first & 0x3f >> more;
            for (int k = 1; k <= more; k++) {
                point = point << 6 | bytes[i + k] & 0x3f;
            }
            boolean surrogate = point >= 0xd800 && point < 0xe000;
            text.appendCodePoint(surrogate ? REPLACEMENT : point);
            i += more + 1;
        }
        char[] content = new char[text.length()];
        text.getChars(0, content.length, content, 0);
        return content;
    }

    /** How many of the bytes that should follow do so. */
    private static int continuing(byte[] bytes, int at, int end, int more) {
        int first = bytes[at] & 0xff;
        for (int k = 1; k <= more; k++) {
            int next = at + k < end ? bytes[at + k] & 0xff : 0;
            int least = k > 1 ? 0x80 : first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
            int most = k == 1 && first == 0xf4 ? 0x8f : 0xbf;
            if (next < least || next > most) {
                return k - 1;
            }
        }
        return more;
    }

    public static byte[] encode(char[] content, String charset) {
        if (charset.equals(UTF_8)) {
            return encode(content);
        }
        int most = charset.equals(ASCII) ? 0x7f : 0xff;
        if (most == 0xff && !charset.equals(LATIN_1)) {
            return encodeWide(content, charset);
        }
        byte[] bytes = new byte[content.length];
        int count = 0;
        for (int i = 0; i < content.length; i++) {
            char c = content[i];
            bytes[count] = (byte) (c > most ? '?' : c);
            count++;
            if (c >= 0xd800 && c < 0xdc00 && i + 1 < content.length && Character.isLowSurrogate(content[i + 1])) {
                i++;
            }
        }
        return cut(bytes, count);
    }

    private static byte[] cut(byte[] bytes, int count) {
        if (count == bytes.length) {
            return bytes;
        }
        byte[] result = new byte[count];
        if (count > 0) {
            Intrinsics.copy(bytes, 0, result, 0, count);
        }
        return result;
    }

    private static byte[] encodeWide(char[] content, String charset) {
        boolean little = charset.equals(UTF_16LE);
        int at = charset.equals(UTF_16) && content.length > 0 ? 2 : 0;
        for (int i = 0; i < content.length; i++) {
            if (content[i] >= 0xd800 && content[i] < 0xe000) {
                checkPairs(content);
                break;
            }
        }
        byte[] bytes = new byte[at + 2 * content.length];
        if (at > 0) {
            bytes[0] = (byte) 0xfe;
            bytes[1] = (byte) 0xff;
        }
        for (char c : content) {
            bytes[at] = (byte) (little ? c : c >> 8);
            bytes[at + 1] = (byte) (little ? c >> 8 : c);
            at += 2;
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
        return cut(bytes, count);
    }
}
