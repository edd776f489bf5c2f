import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Scanner;

/** What files hold that the program wrote itself, and what File says of names; the JVM agrees. */
public class WrittenFiles {
    static void names() {
        File file = new File("a//b/", "/c.txt");
        assert file.getPath().equals("a/b/c.txt");
        assert file.getName().equals("c.txt") && file.getParent().equals("a/b");
        assert !file.isAbsolute() && new File("/x/").isAbsolute();
        assert new File("/x/").getPath().equals("/x") && new File("/").getPath().equals("/");
        assert new File("x").getParent() == null && new File("").getName().isEmpty();
        assert file.equals(new File("a/b/c.txt")) && file.hashCode() == new File("a/b/c.txt").hashCode();
        assert file.compareTo(new File("a/b/d.txt")) < 0;
        assert !new File("").exists() && new File(".").isDirectory() && !new File(".").isFile();
        assert new File("/", "x").getPath().equals("/x") && new File((String) null, "x").getPath().equals("x");
        assert File.separator.equals("/") && File.pathSeparatorChar == ':';
    }

    static void streams(File file) throws IOException {
        try (FileOutputStream stream = new FileOutputStream(file)) {
            stream.write(new byte[] {1, 2, 3, -1}, 1, 3);
            stream.write(256 + 7);
        }
        assert file.exists() && file.isFile() && file.length() == 4;
        try (FileOutputStream stream = new FileOutputStream(file, true)) {
            stream.write(9);
        }
        FileInputStream stream = new FileInputStream(file);
        assert stream.available() == 5 && stream.read() == 2 && stream.read() == 3;
        assert stream.read(new byte[0]) == 0 && stream.skip(1) == 1;
        byte[] rest = new byte[4];
        assert stream.read(rest) == 2 && rest[0] == 7 && rest[1] == 9 && stream.read() == -1 && stream.read(rest) == -1;
        stream.close();
        try {
            stream.read();
            assert false;
        } catch (IOException expected) {
            assert expected.getMessage().equals("Stream Closed");
        }
    }

    static void text(String name) throws IOException {
        try (PrintWriter writer = new PrintWriter(new FileWriter(name))) {
            writer.println("one \u00e4");
            writer.printf("%d-%s", 42, "x");
        }
        try (FileWriter writer = new FileWriter(name, true)) {
            writer.write("\nlast");
        }
        try (BufferedReader reader = new BufferedReader(new FileReader(name))) {
            assert reader.readLine().equals("one \u00e4");
            assert reader.readLine().equals("42-x");
            assert reader.readLine().equals("last") && reader.readLine() == null;
        }
        try (PrintStream stream = new PrintStream(name)) {
            stream.print("12 word");
        }
        try (Scanner scanner = new Scanner(new File(name))) {
            assert scanner.nextInt() == 12 && scanner.next().equals("word") && !scanner.hasNext();
        }
    }

    static void changes(File file) throws IOException {
        assert file.delete() && !file.exists() && !file.delete() && file.length() == 0;
        assert file.createNewFile() && !file.createNewFile() && file.length() == 0;
        assert file.delete() && file.mkdir() && file.isDirectory() && !file.mkdir();
        try {
            new FileInputStream(file).close();
            assert false;
        } catch (FileNotFoundException expected) {
            assert expected.getMessage().equals(file + " (Is a directory)");
        }
        try {
            new FileOutputStream(file).close();
            assert false;
        } catch (FileNotFoundException expected) {
            assert expected.getMessage().equals(file + " (Is a directory)");
        }
        try {
            new FileReader("").close();
            assert false;
        } catch (FileNotFoundException expected) {
            assert expected.getMessage().equals(" (No such file or directory)");
        }
        try {
            new FileInputStream("a\0b").close();
            assert false;
        } catch (FileNotFoundException expected) {
            assert expected.getMessage().equals("Invalid file path");
        }
    }

    public static void main(String[] args) throws IOException {
        names();
        File file = new File("klew-written-file");
        if (file.isDirectory()) {
            return;
        }
        streams(file);
        text(file.getPath());
        changes(file);
        file.delete();
    }
}
