package java.nio.charset;

import java.util.Locale;
import klew.runtime.Encoding;

/** A name of an encoding. */
public abstract class Charset implements Comparable<Charset> {
    private final String name;

    protected Charset(String name) {
        this.name = name;
    }

    /** The one object of an encoding that is known here. */
    private static Charset known(String name) {
        switch (name) {
            case Encoding.UTF_8:
                return StandardCharsets.UTF_8;
            case Encoding.UTF_16:
                return StandardCharsets.UTF_16;
            case Encoding.UTF_16BE:
                return StandardCharsets.UTF_16BE;
            case Encoding.UTF_16LE:
                return StandardCharsets.UTF_16LE;
            case Encoding.LATIN_1:
                return StandardCharsets.ISO_8859_1;
            default:
                return StandardCharsets.US_ASCII;
        }
    }

    private static String find(String name) {
        if (name == null) {
            throw new IllegalArgumentException("Null charset name");
        }
        int length = name.length();
        for (int i = 0; i < length; i++) {
            char c = name.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (!letter && (i == 0 || "-+:_.".indexOf(c) < 0)) {
                throw new IllegalCharsetNameException(name);
            }
        }
        if (length == 0) {
            throw new IllegalCharsetNameException(name);
        }
        return Encoding.find(name);
    }

    public static boolean isSupported(String name) {
        return find(name) != null;
    }

    public static Charset forName(String name) {
        String found = find(name);
        if (found == null) {
            throw new UnsupportedCharsetException(name);
        }
        return known(found);
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

    public String displayName(Locale locale) {
        return name;
    }

    public boolean canEncode() {
        return true;
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
