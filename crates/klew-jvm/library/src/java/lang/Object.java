package java.lang;

import klew.runtime.ArrayCopies;
import klew.runtime.Intrinsics;
import klew.runtime.Monitors;

/** The root of all classes. */
public class Object {
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
            throw new CloneNotSupportedException(getClass().getName());
        }
        Object array = ArrayCopies.of(this);
        return array != null ? array : Intrinsics.shallowCopy(this);
    }

    public String toString() {
        return getClass().getName() + "@" + Integer.toHexString(hashCode());
    }

    public final void notify() {
        Monitors.check(this);
    }

    public final void notifyAll() {
        Monitors.check(this);
    }

    public final void wait() throws InterruptedException {
        wait(0);
    }

    public final void wait(long milliseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        Monitors.check(this);
        throw Intrinsics.unsupported("Object.wait: threads");
    }

    public final void wait(long milliseconds, int nanoseconds) throws InterruptedException {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanoseconds < 0 || nanoseconds > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        wait(milliseconds);
    }

    protected void finalize() throws Throwable {}
}
