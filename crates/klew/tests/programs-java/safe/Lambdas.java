import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.Supplier;

public class Lambdas {
    private int base = 10;

    interface Shape {
        int area();

        default int twice() {
            return 2 * area();
        }
    }

    int apply(IntBinaryOperator operator, int a, int b) {
        return operator.applyAsInt(a, b);
    }

    Supplier<Integer> counter() {
        int[] count = {0};
        return () -> base + ++count[0];
    }

    static <T, R> List<R> map(List<T> from, Function<? super T, ? extends R> function) {
        List<R> to = new ArrayList<>();
        for (T element : from) {
            to.add(function.apply(element));
        }
        return to;
    }

    public static void main(String[] args) {
        Lambdas object = new Lambdas();
        int x = Klew.anyInt("x");
        assert object.apply((a, b) -> a + b, x, 1) == x + 1;
        assert object.apply(Math::max, 3, 4) == 4;
        Supplier<Integer> counter = object.counter();
        counter.get();
        assert counter.get() == 12;
        Shape square = () -> 9;
        assert square.twice() == 18;
        Function<Integer, Integer> twice = n -> 2 * n;
        assert twice.andThen(n -> n + 1).apply(4) == 9 && twice.compose((Integer n) -> n - 1).apply(4) == 6;
        List<String> words = new ArrayList<>(List.of("pear", "fig", "apple"));
        words.sort(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
        assert words.toString().equals("[fig, pear, apple]");
        words.sort(Comparator.reverseOrder());
        assert words.get(0).equals("pear");
        assert map(words, String::length).toString().equals("[4, 3, 5]");
        words.removeIf(word -> word.length() == 3);
        assert words.size() == 2;
        BiFunction<String, Integer, Character> at = String::charAt;
        assert at.apply("xyz", 1) == 'y';
        Supplier<Lambdas> maker = Lambdas::new;
        assert maker.get().base == 10;
        assert Optional.of(5).map(n -> n * n).filter(n -> n > 20).orElse(0) == 25 && Optional.empty().isEmpty();
        Runnable run = () -> object.base = 99;
        run.run();
        assert object.base == 99;
    }
}
