import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Loads classes from memory, with assertions: each run gets classes of its own, and reads no file. */
final class Loader extends ClassLoader {
    private final Map<String, byte[]> classes;

    Loader(Map<String, byte[]> classes) {
        super(Loader.class.getClassLoader());
        this.classes = classes;
        setDefaultAssertionStatus(true);
    }

    /** The class files of a folder, by the names of the classes. */
    static Map<String, byte[]> read(Path folder) throws IOException {
        Map<String, byte[]> classes = new HashMap<>();
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.collect(Collectors.toList());
        }
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (name.endsWith(".class")) {
                classes.put(name.substring(0, name.length() - 6), Files.readAllBytes(file));
            }
        }
        return classes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] content = classes.get(name);
        if (content == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, content, 0, content.length);
    }
}
