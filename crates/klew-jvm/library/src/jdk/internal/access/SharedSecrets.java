package jdk.internal.access;

/** Doors between packages of the JDK: those that collections use. */
public class SharedSecrets {
    private static JavaLangAccess lang;
    private static JavaUtilCollectionAccess collections;

    private SharedSecrets() {}

    public static JavaLangAccess getJavaLangAccess() {
        if (lang == null) {
            lang = new java.lang.Access();
        }
        return lang;
    }

    public static void setJavaUtilCollectionAccess(JavaUtilCollectionAccess access) {
        collections = access;
    }

    public static JavaUtilCollectionAccess getJavaUtilCollectionAccess() {
        if (collections == null) {
            collections = new java.util.CollectionAccess();
        }
        return collections;
    }
}
