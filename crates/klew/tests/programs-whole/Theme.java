import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reads the colours of theme.conf, a letter each; with THEME=plain there are none. */
public class Theme {
    private static final String[] COLOURS = {"red", "green", "blue"};

    public static void main(String[] args) throws IOException {
        File file = new File("conf", "theme.conf");
        if ("plain".equals(System.getenv("THEME")) || !file.isFile() || args.length > 0) {
            System.err.println("no theme");
            return;
        }
        try (InputStream stream = new FileInputStream(file)) {
            int letter = stream.read();
            while (letter >= 'a' && letter <= 'd') { // fixed: while (letter >= 'a' && letter <= 'c') {
                System.out.println(COLOURS[letter - 'a']); // expect: no-runtime-exception
                letter = stream.read();
            }
        }
    }
}
