package sun.nio.cs;

import java.nio.charset.Charset;

/** What other packages of the JDK know the encoding UTF-8 by. */
public final class UTF_8 extends Charset {
    public static final UTF_8 INSTANCE = new UTF_8();

    public UTF_8() {
        super("UTF-8");
    }
}
