// Averages of marks "name,subject,mark", a line each, by subject.
// sizes: --sym-stdin 5
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

public class Marks {
    record Mark(String name, String subject, int points) {}

    static Optional<Mark> parse(String line) {
        String[] fields = line.split(",");
        if (fields.length != 3 || fields[2].length() != 1) {
            return Optional.empty();
        }
        char digit = fields[2].charAt(0);
        if (digit < '1' || digit > '6') {
            return Optional.empty();
        }
        return Optional.of(new Mark(fields[0], fields[1], digit - '0'));
    }

    static double average(List<Mark> marks, String subject) {
        return marks.stream()
                .filter(mark -> mark.subject().equals(subject))
                .mapToInt(Mark::points)
                .average()
                .getAsDouble(); // fixed: .orElse(0); // expect: no-runtime-exception
    }

    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        List<Mark> marks = new ArrayList<>();
        String line;
        while (marks.size() < 3 && (line = reader.readLine()) != null) {
            Optional<Mark> mark = parse(line);
            if (mark.isEmpty()) {
                System.err.println("skipped: " + line);
                break;
            }
            marks.add(mark.get());
        }
        if (marks.isEmpty()) {
            System.out.println("no marks");
            return;
        }
        String names = marks.stream().map(Mark::name).collect(Collectors.joining(" "));
        System.out.println(names);
        System.out.println(average(marks, "art"));
    }
}
