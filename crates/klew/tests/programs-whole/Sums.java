import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;

/** Sums FILE...: adds up lines of name=number. SUMS_STRICT asks for an error at other lines. */
public class Sums {
    public static void main(String[] args) {
        boolean strict = System.getenv("SUMS_STRICT") != null;
        int sum = 0;
        for (String name : args) {
            try (BufferedReader reader = new BufferedReader(new FileReader(name))) {
                for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                    int equals = line.indexOf('=');
                    if (equals < 0 && strict) {
                        System.exit(2);
                    }
                    String key = line.substring(0, equals); // expect: no-runtime-exception // fixed: if (equals < 0) { continue; } String key = line.substring(0, equals);
                    if (!key.isEmpty()) {
                        sum += line.length() - equals - 1;
                    }
                }
            } catch (IOException exception) {
                System.err.println(exception.getMessage());
                System.exit(1);
            }
        }
        System.out.println(sum);
    }
}
