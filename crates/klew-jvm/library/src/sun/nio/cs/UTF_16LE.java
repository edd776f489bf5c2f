package sun.nio.cs;

import java.nio.charset.Charset;

/** The class of the encoding UTF-16LE. */
public final class UTF_16LE extends Charset {
    public UTF_16LE() {
        super("UTF-16LE");
    }
}
