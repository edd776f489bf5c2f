import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public class Streams {
    public static void main(String[] args) {
        List<String> words = Arrays.asList("pear", "fig", "apple", "kiwi");
        assert words.stream().filter(word -> word.length() == 4).count() == 2;
        assert words.stream().map(String::length).reduce(0, Integer::sum) == 16;
        assert words.stream().sorted().collect(Collectors.toList()).get(0).equals("apple");
        assert words.stream().map(String::toUpperCase).collect(Collectors.joining(",")).equals("PEAR,FIG,APPLE,KIWI");
        assert IntStream.rangeClosed(1, 5).map(n -> n * n).sum() == 55 && IntStream.of(3, 1, 2).max().getAsInt() == 3;
        assert words.stream().anyMatch(word -> word.startsWith("f")) && words.stream().noneMatch(String::isEmpty);
        assert words.stream().collect(Collectors.groupingBy(String::length)).get(4).size() == 2;
        assert "hello".chars().filter(c -> c == 'l').count() == 2;
    }
}
