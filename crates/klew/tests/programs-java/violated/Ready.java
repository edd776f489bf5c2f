import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** What is left of standard input is ready. */
public class Ready {
    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        int lines = 0;
        while (lines < 3 && reader.ready()) {
            String line = reader.readLine();
            lines++;
            assert !line.equals("q"); // expect: assertion
        }
    }
}
