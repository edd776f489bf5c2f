package java.io;

/** Unix's. */
final class DefaultFileSystem {
    private DefaultFileSystem() {}

    public static FileSystem getFileSystem() {
        return new UnixFileSystem();
    }
}
