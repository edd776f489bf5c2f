package java.lang;

import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import klew.runtime.Intrinsics;

/** One object for each class; the lowering fills the fields. */
public final class Class<T> implements Serializable, Type {
    private static final int INTERFACE = 0x200;
    private static final int ENUM = 0x4000;
    private static final int RECORD = 0x10000;
    private static final int ARRAY = 0x20000;
    private static final int PRIMITIVE = 0x40000;

    /** A class within a method. */
    private static final int LOCAL = 0x80000;
    private static final int HIDDEN = 0x100000;

    private String name;
    /** Only of a class within another. */
    private String simpleName;
    /** Only of a class within another. */
    private String canonicalName;
    private Class<?> superclass;
    private Class<?> component;
    private Class<?>[] interfaces;
    private int tag;
    private int arrayTag;
    private int flags;
    private boolean user;

    private Class() {}

    public String getName() {
        return name;
    }

    public String getTypeName() {
        return component == null ? name : component.getTypeName() + "[]";
    }

    public String getCanonicalName() {
        if (component != null) {
            String inner = component.getCanonicalName();
            return inner == null ? null : inner + "[]";
        }
        return simpleName != null ? canonicalName : isHidden() ? null : name;
    }

    public String getSimpleName() {
        if (component != null) {
            return component.getSimpleName() + "[]";
        }
        return simpleName != null ? simpleName : name.substring(name.lastIndexOf('.') + 1);
    }

    public boolean isAnonymousClass() {
        return simpleName != null && simpleName.isEmpty();
    }

    public boolean isLocalClass() {
        return (flags & LOCAL) != 0 && !simpleName.isEmpty();
    }

    public boolean isMemberClass() {
        return simpleName != null && (flags & LOCAL) == 0;
    }

    public String getPackageName() {
        Class<?> inner = element();
        if (inner.isPrimitive()) {
            return "java.lang";
        }
        int end = inner.name.lastIndexOf('.');
        return end < 0 ? "" : inner.name.substring(0, end);
    }

    public String toString() {
        String kind = isInterface() ? "interface " : isPrimitive() ? "" : "class ";
        return kind + name;
    }

    public Class<? super T> getSuperclass() {
        return (Class<? super T>) superclass;
    }

    public Class<?> getComponentType() {
        return component;
    }

    public Class<?> componentType() {
        return component;
    }

    public int getModifiers() {
        Class<?> inner = element();
        int modifiers = inner.flags & 0x7fff;
        if (inner.isPrimitive()) {
            modifiers = Modifier.PUBLIC | Modifier.FINAL | Modifier.ABSTRACT;
        }
        if (inner == this) {
            return modifiers;
        }
        return modifiers & (Modifier.PUBLIC | Modifier.PRIVATE | Modifier.PROTECTED) | Modifier.FINAL | Modifier.ABSTRACT;
    }

    /** What arrays of arrays are made of; itself if it is no array. */
    private Class<?> element() {
        Class<?> inner = this;
        while (inner.isArray()) {
            inner = inner.component;
        }
        return inner;
    }

    public boolean isInterface() {
        return (flags & INTERFACE) != 0;
    }

    public boolean isArray() {
        return (flags & ARRAY) != 0;
    }

    public boolean isPrimitive() {
        return (flags & PRIMITIVE) != 0;
    }

    public boolean isRecord() {
        return (flags & RECORD) != 0;
    }

    public boolean isEnum() {
        return (flags & ENUM) != 0 && superclass == Enum.class;
    }

    public boolean isHidden() {
        return (flags & HIDDEN) != 0;
    }

    public boolean isInstance(Object object) {
        return object != null && !isPrimitive() && Intrinsics.isInstance(this, object);
    }

    public boolean isAssignableFrom(Class<?> other) {
        if (other == null) {
            throw new NullPointerException();
        }
        return other == this || !isPrimitive() && !other.isPrimitive() && Intrinsics.isAssignable(other, this);
    }

    public T cast(Object object) {
        if (object != null && !isInstance(object)) {
            ClassCastException failure = new ClassCastException();
            failure.explain(Throwable.CLASS_CAST, object, this);
            throw failure;
        }
        return (T) object;
    }

    public <U> Class<? extends U> asSubclass(Class<U> other) {
        if (!other.isAssignableFrom(this)) {
            throw new ClassCastException(toString());
        }
        return (Class<? extends U>) this;
    }

    public boolean desiredAssertionStatus() {
        return user;
    }

    public T[] getEnumConstants() {
        return isEnum() ? (T[]) Intrinsics.enumConstants(this) : null;
    }

    /** As {@link #getEnumConstants}: the array is a new one each time. */
    T[] getEnumConstantsShared() {
        return getEnumConstants();
    }

    public ClassLoader getClassLoader() {
        throw Intrinsics.unsupported("Class.getClassLoader");
    }

    public Type[] getGenericInterfaces() {
        throw Intrinsics.unsupported("Class.getGenericInterfaces");
    }

    public static Class<?> forName(String name) throws ClassNotFoundException {
        throw Intrinsics.unsupported("Class.forName");
    }

    public T newInstance() throws InstantiationException, IllegalAccessException {
        throw Intrinsics.unsupported("Class.newInstance");
    }
}
