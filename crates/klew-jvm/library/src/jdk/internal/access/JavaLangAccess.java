package jdk.internal.access;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/** What other packages of the JDK ask of `java.lang`: the few methods that collections use. */
public interface JavaLangAccess {
    <E extends Enum<E>> E[] getEnumConstantsShared(Class<E> type);

    String join(String prefix, String suffix, String delimiter, String[] elements, int count);

    String newStringUnsafe(char[] content);

    String newStringNoRepl(byte[] bytes, Charset charset) throws CharacterCodingException;

    String fastUUID(long low, long high);
}
