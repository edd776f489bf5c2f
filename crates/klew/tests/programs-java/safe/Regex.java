import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Regex {
    public static void main(String[] args) {
        assert "2024-05-06".matches("\\d{4}-\\d\\d-\\d\\d") && !"x".matches("[a-c]+");
        Matcher matcher = Pattern.compile("(\\w+)@(\\w+)").matcher("to: ann@home, bob@work");
        assert matcher.find() && matcher.group(1).equals("ann") && matcher.find() && matcher.group(2).equals("work");
        assert "a1b22c".replaceAll("[0-9]+", "#").equals("a#b#c") && "one  two".split("\\s+").length == 2;
    }
}
