package java.io;

/** What `File` asks; without the caches of the JDK's own. */
abstract class FileSystem {
    public static final int BA_EXISTS = 0x01;
    public static final int BA_REGULAR = 0x02;
    public static final int BA_DIRECTORY = 0x04;
    public static final int BA_HIDDEN = 0x08;
    public static final int ACCESS_READ = 0x04;
    public static final int ACCESS_WRITE = 0x02;
    public static final int ACCESS_EXECUTE = 0x01;
    public static final int SPACE_TOTAL = 0;
    public static final int SPACE_FREE = 1;
    public static final int SPACE_USABLE = 2;

    public abstract char getSeparator();

    public abstract char getPathSeparator();

    public abstract String normalize(String path);

    public abstract int prefixLength(String path);

    public abstract String resolve(String parent, String child);

    public abstract String getDefaultParent();

    public abstract String fromURIPath(String path);

    public abstract boolean isAbsolute(File file);

    public abstract boolean isInvalid(File file);

    public abstract String resolve(File file);

    public abstract String canonicalize(String path) throws IOException;

    public abstract int getBooleanAttributes(File file);

    public abstract boolean hasBooleanAttributes(File file, int attributes);

    public abstract boolean checkAccess(File file, int access);

    public abstract boolean setPermission(File file, int access, boolean enable, boolean ownerOnly);

    public abstract long getLastModifiedTime(File file);

    public abstract long getLength(File file);

    public abstract boolean createFileExclusively(String path) throws IOException;

    public abstract boolean delete(File file);

    public abstract String[] list(File file);

    public abstract boolean createDirectory(File file);

    public abstract boolean rename(File from, File to);

    public abstract boolean setLastModifiedTime(File file, long time);

    public abstract boolean setReadOnly(File file);

    public abstract File[] listRoots();

    public abstract long getSpace(File file, int kind);

    public abstract int getNameMax(String path);

    public abstract int compare(File one, File other);

    public abstract int hashCode(File file);
}
