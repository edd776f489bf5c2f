package sun.nio.cs;

import java.nio.charset.Charset;

/** The class of the encoding UTF-16. */
public final class UTF_16 extends Charset {
    public UTF_16() {
        super("UTF-16");
    }
}
