package java.lang;

import jdk.internal.access.JavaLangAccess;

/** The one implementation of `JavaLangAccess`. */
public final class Access implements JavaLangAccess {
    public Access() {}

    @Override
    public <E extends Enum<E>> E[] getEnumConstantsShared(Class<E> type) {
        return type.getEnumConstants();
    }

    @Override
    public String join(String prefix, String suffix, String delimiter, String[] elements, int count) {
        return String.join(prefix, suffix, delimiter, elements, count);
    }

    @Override
    public String newStringUnsafe(char[] content) {
        return String.sharing(content);
    }
}
