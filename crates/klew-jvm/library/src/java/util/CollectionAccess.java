package java.util;

import jdk.internal.access.JavaUtilCollectionAccess;

/** What streams ask of the JDK's immutable lists. */
public final class CollectionAccess implements JavaUtilCollectionAccess {
    public CollectionAccess() {}

    @Override
    public <E> List<E> listFromTrustedArray(Object[] array) {
        return ImmutableCollections.listFromTrustedArray(array);
    }

    @Override
    public <E> List<E> listFromTrustedArrayNullsAllowed(Object[] array) {
        return ImmutableCollections.listFromTrustedArrayNullsAllowed(array);
    }
}
