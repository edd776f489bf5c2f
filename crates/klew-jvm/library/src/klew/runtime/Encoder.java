package klew.runtime;

/** Text on its way into a stream: the first half of a pair of surrogates waits for what is written next. */
public final class Encoder {
    private static final char[] NONE = {};

    private final String charset;
    /** What waits; 0 if nothing does. */
    private char half;
    private boolean marked;

    /** For an encoding as {@link Encoding#find} names it. */
    public Encoder(String charset) {
        this.charset = charset;
    }

    /** The bytes of text that follows what was given before. */
    public byte[] encode(char[] text) {
        int length = text.length;
        if (length == 0) {
            return Encoding.encode(NONE);
        }
        char last = text[length - 1];
        boolean halved = Character.isHighSurrogate(last);
        if (half == 0 && !halved) {
            return bytes(text);
        }
        int before = half == 0 ? 0 : 1;
        int count = before + length - (halved ? 1 : 0);
        char[] whole = new char[count];
        if (before == 1 && count > 0) {
            whole[0] = half;
        }
        if (count > before) {
            Intrinsics.copy(text, 0, whole, before, count - before);
        }
        half = halved ? last : 0;
        return bytes(whole);
    }

    /** The bytes of what still waits, as nothing follows. */
    public byte[] finish() {
        char[] rest = half == 0 ? NONE : new char[] {half};
        half = 0;
        return bytes(rest);
    }

    /** UTF-16 begins with a mark, once. */
    private byte[] bytes(char[] text) {
        if (text.length == 0) {
            return Encoding.encode(NONE);
        }
        boolean again = marked;
        marked = true;
        return Encoding.encode(text, again && charset.equals(Encoding.UTF_16) ? Encoding.UTF_16BE : charset);
    }
}
