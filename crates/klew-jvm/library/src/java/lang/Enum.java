package java.lang;

import java.io.Serializable;

/** What all enums inherit. */
public abstract class Enum<E extends Enum<E>> implements Comparable<E>, Serializable {
    private final String name;
    private final int ordinal;

    protected Enum(String name, int ordinal) {
        this.name = name;
        this.ordinal = ordinal;
    }

    public final String name() {
        return name;
    }

    public final int ordinal() {
        return ordinal;
    }

    public String toString() {
        return name;
    }

    public final boolean equals(Object other) {
        return this == other;
    }

    /** Whether both are or stand for one constant. */
    public boolean isSameConstant(Enum<?> other) {
        return getDeclaringClass() == other.getDeclaringClass() && ordinal == other.ordinal;
    }

    public final int hashCode() {
        return super.hashCode();
    }

    protected final Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    public final int compareTo(E other) {
        if (getClass() != other.getClass() && getDeclaringClass() != other.getDeclaringClass()) {
            throw new ClassCastException();
        }
        Enum<?> that = other;
        return ordinal - that.ordinal;
    }

    public final Class<E> getDeclaringClass() {
        Class<?> type = getClass();
        Class<?> above = type.getSuperclass();
        return above == Enum.class ? (Class<E>) type : (Class<E>) above;
    }

    public static <T extends Enum<T>> T valueOf(Class<T> type, String name) {
        T[] constants = type.getEnumConstants();
        if (constants == null) {
            throw new IllegalArgumentException(type.getName() + " is not an enum class");
        }
        if (name == null) {
            throw new NullPointerException("Name is null");
        }
        for (int i = 0; i < constants.length; i++) {
            if (constants[i].name().equals(name)) {
                return constants[i];
            }
        }
        throw new IllegalArgumentException("No enum constant " + type.getCanonicalName() + "." + name);
    }

    protected final void finalize() {}
}
