// A program may see which elements are compared when objects are sorted, and in which order.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

public class Sorting {
    static final StringBuilder order = new StringBuilder();

    static int compare(Integer a, Integer b) {
        order.append(a).append(':').append(b).append(' ');
        return a - b;
    }

    public static void main(String[] arguments) {
        Integer[] some = {3, 1, 2, 5, 4};
        Arrays.sort(some, Sorting::compare);
        assert order.toString().equals("1:3 2:1 2:3 2:1 5:2 5:3 4:3 4:5 ");
        assert Arrays.toString(some).equals("[1, 2, 3, 4, 5]");

        List<Integer> many = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            many.add(i * 7 % 40);
        }
        int[] count = {0};
        Comparator<Integer> counting = (a, b) -> {
            count[0]++;
            return a - b;
        };
        many.sort(counting);
        assert count[0] == 157;
        for (int i = 0; i < 40; i++) {
            assert many.get(i) == i;
        }

        try {
            Arrays.sort(new Object[] {new int[1], new int[2]});
            assert false;
        } catch (ClassCastException exception) {
            assert exception.getMessage().equals("class [I cannot be cast to class java.lang.Comparable "
                    + "([I and java.lang.Comparable are in module java.base of loader 'bootstrap')");
        }
        try {
            Arrays.sort(new Object[] {"a", null});
            assert false;
        } catch (NullPointerException exception) {
            assert exception.getMessage().equals(
                    "Cannot invoke \"java.lang.Comparable.compareTo(Object)\" because \"a[runHi]\" is null");
        }
    }
}
