package java.lang;

import klew.runtime.Intrinsics;

/** The root of all classes. */
public class Object {
    private static int objects;

    public Object() {}

    public final Class<?> getClass() {
        return Intrinsics.classOf(this);
    }

    public int hashCode() {
        return System.identityHashCode(this);
    }

    public boolean equals(Object other) {
        return this == other;
    }

    protected Object clone() throws CloneNotSupportedException {
        if (!(this instanceof Cloneable)) {
            throw new CloneNotSupportedException();
        }
        return Intrinsics.shallowCopy(this);
    }

    public String toString() {
        return getClass().getName() + "@" + Integer.toHexString(hashCode());
    }

    public final void notify() {}

    public final void notifyAll() {}

    public final void wait() throws InterruptedException {
        throw Intrinsics.unsupported("Object.wait: threads");
    }

    public final void wait(long milliseconds) throws InterruptedException {
        throw Intrinsics.unsupported("Object.wait: threads");
    }

    public final void wait(long milliseconds, int nanoseconds) throws InterruptedException {
        throw Intrinsics.unsupported("Object.wait: threads");
    }

    protected void finalize() throws Throwable {}

    /** The next number for an object that is asked for its hash code first. */
    static int nextNumber() {
        objects = objects + 1;
        return objects * 0x9e3779b1 >>> 4;
    }
}
