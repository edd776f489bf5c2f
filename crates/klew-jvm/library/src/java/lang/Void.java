package java.lang;

import klew.runtime.Intrinsics;

/** The type of no value. */
public final class Void {
    public static final Class<Void> TYPE = (Class<Void>) Intrinsics.primitive("void");

    private Void() {}
}
