import java.io.File;
import java.io.FileNotFoundException;
import java.util.Scanner;

/** Level [--level N]: how much is told; level.txt says so where no option does, and LEVEL where there is no such file. */
public class Level {
    private static final String[] NAMES = {"quiet", "normal", "loud"};

    static int level(String[] args) {
        for (int i = 0; i + 1 < args.length; i++) {
            if (args[i].equals("-l")) {
                return args[i + 1].length();
            }
        }
        try (Scanner scanner = new Scanner(new File("level.txt"))) {
            return scanner.hasNext() ? scanner.next().length() : 0;
        } catch (FileNotFoundException exception) {
            String variable = System.getenv("LEVEL");
            return variable == null ? 1 : variable.length();
        }
    }

    public static void main(String[] args) {
        int level = level(args); // fixed: int level = Math.min(2, level(args));
        System.out.println(NAMES[level]); // expect: no-runtime-exception
    }
}
