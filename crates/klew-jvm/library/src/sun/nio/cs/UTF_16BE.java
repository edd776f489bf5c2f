package sun.nio.cs;

import java.nio.charset.Charset;

/** The class of the encoding UTF-16BE. */
public final class UTF_16BE extends Charset {
    public UTF_16BE() {
        super("UTF-16BE");
    }
}
