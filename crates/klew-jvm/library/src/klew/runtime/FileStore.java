package klew.runtime;

/**
 * What a program finds in files, and leaves there. A file that it did not make holds any bytes, if it is there; which
 * they are is an input, byte by byte, as they are read. How many there are at most grows with the command's rounds. By the names of
 * the methods that ask for inputs klew-report's java/surroundings.rs knows the files: change both.
 *
 * Files of different names are taken to be different files, and what is there or made to be readable and writable.
 */
public final class FileStore {
    /** There is nothing of the name. */
    public static final int MISSING = 0;
    /** A file of bytes. */
    public static final int FILE = 1;
    /** A folder. */
    public static final int FOLDER = 2;

    /** How many bytes a file has at most; the command sets it. */
    private static int longest;

    /** The most bytes of a file whose characters may be any; as in the command's first round. */
    private static final int SHORT = 4;

    private static FileStore first;

    /** The file that the last input was about. */
    private static FileStore current;

    private final String name;
    private final FileStore next;
    /** What there is: nothing of the above as long as nobody asked. */
    private int kind = -1;
    private byte[] content = new byte[16];
    private int known;
    /** Whether there is nothing behind what is known. */
    private boolean ended;

    private FileStore(String name, FileStore next) {
        this.name = name;
        this.next = next;
    }

    /** The file of that name, which is normalized. */
    public static FileStore of(String name) {
        String plain = name.startsWith("./") ? name.substring(2) : name;
        FileStore file = first;
        while (file != null && !file.name.equals(plain)) {
            file = file.next;
        }
        if (file == null) {
            first = new FileStore(plain, first);
            file = first;
        }
        return file;
    }

    /** What there is under the name. */
    public int kind() {
        if (kind < 0) {
            if (name.isEmpty()) {
                kind = MISSING;
            } else if (isSurelyFolder()) {
                kind = FOLDER;
            } else {
                tellName();
                int any = fileKind();
                kind = any == MISSING ? MISSING : any == FILE ? FILE : FOLDER;
            }
        }
        return kind;
    }

    /** The current folder, those above it, and the root. */
    private boolean isSurelyFolder() {
        return name.equals(".") || name.equals("..") || name.equals("/") || name.endsWith("/.") || name.endsWith("/..");
    }

    /** The byte at a place, or -1 behind the last. */
    public int at(int place) {
        while (place >= known && !ended) {
            readOn();
        }
        return place < known ? content[place] & 0xff : -1;
    }

    private void readOn() {
        tellName();
        int byteOrEnd = fileByte();
        if (ShortInput.size != 0 && ShortInput.isOfArguments == 0) {
            Intrinsics.assume((byteOrEnd < 0) == (known == ShortInput.size));
        } else if (known == longest && byteOrEnd >= 0) {
            throw Intrinsics.bound("a file");
        }
        if (byteOrEnd < 0) {
            ended = true;
        } else {
            add(byteOrEnd);
        }
    }

    private void add(int value) {
        if (known == content.length) {
            byte[] more = new byte[2 * known];
            for (int i = 0; i < known; i++) {
                more[i] = content[i];
            }
            content = more;
        }
        content[known] = (byte) value;
        known++;
    }

    /** How many bytes it has. */
    public int size() {
        at(Integer.MAX_VALUE - 1);
        return known;
    }

    /** It is empty now, whatever it was. */
    public void truncate() {
        kind = FILE;
        known = 0;
        ended = true;
    }

    /** Now there is nothing of the name. */
    public void remove() {
        kind = MISSING;
        known = 0;
    }

    /** Now there is a folder of the name. */
    public void makeFolder() {
        kind = FOLDER;
    }

    /** Writes at a place, or behind the last byte. */
    public void write(int place, int value) {
        if (at(place) >= 0) {
            content[place] = (byte) value;
            return;
        }
        while (known < place) {
            add(0);
        }
        add(value);
    }

    /** Whether characters beyond ASCII are looked at, as for standard input. */
    public boolean isShort() {
        int most = ShortInput.size == 0 ? longest : ShortInput.size;
        return most <= SHORT || known <= 1;
    }

    /** The name is told as an input, so that whoever reads the inputs knows which file the next ones are about. */
    private void tellName() {
        if (current == this) {
            return;
        }
        current = this;
        fileName(name);
    }

    private static void fileName(String name) {
        char[] content = new char[name.length()];
        Intrinsics.inputChars(content);
        int different = 0;
        for (int i = 0; i < content.length; i++) {
            different |= content[i] ^ name.charAt(i);
        }
        Intrinsics.assume(different == 0);
    }

    private static int fileKind() {
        int kind = Intrinsics.inputInt();
        Intrinsics.assume(kind >= MISSING && kind <= FOLDER);
        return kind;
    }

    private static int fileByte() {
        int next = Intrinsics.inputInt();
        Intrinsics.assume(next >= -1 && next <= 255);
        return next;
    }
}
