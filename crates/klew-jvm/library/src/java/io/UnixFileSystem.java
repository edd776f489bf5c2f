package java.io;

import klew.runtime.FileStore;
import klew.runtime.Intrinsics;

/** Names as Unix has them; what lies there is known to `FileStore`. */
final class UnixFileSystem extends FileSystem {
    @Override
    public char getSeparator() {
        return '/';
    }

    @Override
    public char getPathSeparator() {
        return ':';
    }

    /** Without doubled slashes, and without one at the end. */
    @Override
    public String normalize(String path) {
        int length = path.length();
        char before = 0;
        for (int i = 0; i < length; i++) {
            char c = path.charAt(i);
            if (before == '/' && c == '/') {
                return normalized(path);
            }
            before = c;
        }
        return before == '/' && length > 1 ? path.substring(0, length - 1) : path;
    }

    private static String normalized(String path) {
        StringBuilder text = new StringBuilder();
        char before = 0;
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (before != '/' || c != '/') {
                text.append(c);
            }
            before = c;
        }
        int length = text.length();
        if (length > 1 && text.charAt(length - 1) == '/') {
            text.setLength(length - 1);
        }
        return text.toString();
    }

    @Override
    public int prefixLength(String path) {
        return path.startsWith("/") ? 1 : 0;
    }

    @Override
    public String resolve(String parent, String child) {
        if (child.isEmpty()) {
            return parent;
        }
        if (child.charAt(0) == '/') {
            return parent.equals("/") ? child : parent + child;
        }
        return parent.equals("/") ? parent + child : parent + '/' + child;
    }

    @Override
    public String getDefaultParent() {
        return "/";
    }

    @Override
    public String fromURIPath(String path) {
        return path.endsWith("/") && path.length() > 1 ? path.substring(0, path.length() - 1) : path;
    }

    @Override
    public boolean isAbsolute(File file) {
        return file.getPath().startsWith("/");
    }

    @Override
    public boolean isInvalid(File file) {
        return file.getPath().indexOf('\0') >= 0;
    }

    @Override
    public String resolve(File file) {
        if (isAbsolute(file)) {
            return file.getPath();
        }
        return resolve(System.getProperty("user.dir"), file.getPath());
    }

    @Override
    public String canonicalize(String path) {
        throw Intrinsics.unsupported("File.getCanonicalPath");
    }

    private static FileStore stored(File file) {
        return FileStore.of(file.getPath());
    }

    @Override
    public int getBooleanAttributes(File file) {
        String name = file.getName();
        int hidden = !name.isEmpty() && name.charAt(0) == '.' ? BA_HIDDEN : 0;
        switch (stored(file).kind()) {
            case FileStore.MISSING:
                return hidden;
            case FileStore.FILE:
                return hidden | BA_EXISTS | BA_REGULAR;
            default:
                return hidden | BA_EXISTS | BA_DIRECTORY;
        }
    }

    @Override
    public boolean hasBooleanAttributes(File file, int attributes) {
        return (getBooleanAttributes(file) & attributes) == attributes;
    }

    @Override
    public boolean checkAccess(File file, int access) {
        if (stored(file).kind() == FileStore.MISSING) {
            return false;
        }
        return access != ACCESS_EXECUTE || Intrinsics.approximateBoolean("File.canExecute");
    }

    @Override
    public boolean setPermission(File file, int access, boolean enable, boolean ownerOnly) {
        throw Intrinsics.unsupported("changing what may be done with a file");
    }

    @Override
    public long getLastModifiedTime(File file) {
        if (stored(file).kind() == FileStore.MISSING) {
            return 0;
        }
        long time = Intrinsics.approximateLong("File.lastModified");
        Intrinsics.assume(time >= 0);
        return time;
    }

    @Override
    public long getLength(File file) {
        FileStore stored = stored(file);
        switch (stored.kind()) {
            case FileStore.MISSING:
                return 0;
            case FileStore.FILE:
                return stored.size();
            default:
                long size = Intrinsics.approximateLong("the length of a folder");
                Intrinsics.assume(size >= 0);
                return size;
        }
    }

    @Override
    public boolean createFileExclusively(String path) throws IOException {
        if (path.isEmpty()) {
            throw new IOException("No such file or directory");
        }
        FileStore stored = FileStore.of(path);
        if (stored.kind() != FileStore.MISSING) {
            return false;
        }
        stored.truncate();
        return true;
    }

    @Override
    public boolean delete(File file) {
        FileStore stored = stored(file);
        int kind = stored.kind();
        if (kind == FileStore.MISSING || kind == FileStore.FOLDER && !Intrinsics.approximateBoolean("deleting a folder")) {
            return false;
        }
        stored.remove();
        return true;
    }

    @Override
    public String[] list(File file) {
        throw Intrinsics.unsupported("the files of a folder");
    }

    @Override
    public boolean createDirectory(File file) {
        FileStore stored = stored(file);
        if (stored.kind() != FileStore.MISSING || file.getPath().isEmpty()) {
            return false;
        }
        stored.makeFolder();
        return true;
    }

    @Override
    public boolean rename(File from, File to) {
        throw Intrinsics.unsupported("File.renameTo");
    }

    @Override
    public boolean setLastModifiedTime(File file, long time) {
        throw Intrinsics.unsupported("File.setLastModified");
    }

    @Override
    public boolean setReadOnly(File file) {
        throw Intrinsics.unsupported("File.setReadOnly");
    }

    @Override
    public File[] listRoots() {
        return new File[] {new File("/")};
    }

    @Override
    public long getSpace(File file, int kind) {
        throw Intrinsics.unsupported("the space of a disk");
    }

    @Override
    public int getNameMax(String path) {
        return 255;
    }

    @Override
    public int compare(File one, File other) {
        return one.getPath().compareTo(other.getPath());
    }

    @Override
    public int hashCode(File file) {
        return file.getPath().hashCode() ^ 1234321;
    }
}
