import java.io.BufferedReader;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;

/** Journal TEXT...: writes a line for each text to journal.txt, and reads the first one again. */
public class Journal {
    public static void main(String[] args) {
        try {
            write(args);
            System.out.println(first());
        } catch (IOException exception) {
            System.exit(1);
        }
    }

    private static void write(String[] args) throws IOException {
        try (PrintWriter writer = new PrintWriter(new FileWriter("journal.txt"))) {
            for (String text : args) {
                writer.print(text);
                writer.print('\n');
            }
        }
    }

    private static int first() throws IOException {
        try (BufferedReader reader = new BufferedReader(new FileReader("journal.txt"))) {
            String first = reader.readLine();
            return first.length(); // expect: no-runtime-exception // fixed: return first == null ? 0 : first.length();
        }
    }
}
