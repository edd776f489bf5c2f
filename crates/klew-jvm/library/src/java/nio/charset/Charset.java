package java.nio.charset;

import java.io.UnsupportedEncodingException;
import klew.runtime.Encoding;

/** A name of an encoding. */
public class Charset implements Comparable<Charset> {
    private final String name;

    Charset(String name) {
        this.name = name;
    }

    public static Charset forName(String name) {
        try {
            return new Charset(Encoding.check(name));
        } catch (UnsupportedEncodingException exception) {
            throw new UnsupportedCharsetException(name);
        }
    }

    public static Charset defaultCharset() {
        return StandardCharsets.UTF_8;
    }

    public final String name() {
        return name;
    }

    public String displayName() {
        return name;
    }

    @Override
    public final int compareTo(Charset other) {
        return name.compareToIgnoreCase(other.name);
    }

    @Override
    public final int hashCode() {
        return name.hashCode();
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof Charset && name.equals(((Charset) other).name);
    }

    @Override
    public final String toString() {
        return name;
    }
}
