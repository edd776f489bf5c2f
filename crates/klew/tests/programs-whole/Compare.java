import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;

/** Compare A B: where two files differ. */
public class Compare {
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            System.exit(2);
        }
        try (FileInputStream one = new FileInputStream(args[0]);
                FileInputStream other = new FileInputStream(args[1])) {
            int[] last = new int[2];
            for (int place = 0; ; place++) {
                int a = one.read();
                int b = other.read();
                if (a < 0 && b < 0) {
                    System.exit(0);
                }
                if (a != b) {
                    System.out.println(place + ": " + (a - b) % (last[0] - last[1] + place)); // expect: no-runtime-exception // fixed: System.out.println(place + ": " + (a - b));
                    System.exit(1);
                }
            }
        } catch (FileNotFoundException exception) {
            System.exit(2);
        }
    }
}
