import java.util.Arrays;

public class ArrayMethods {
    public static void main(String[] args) {
        int[] numbers = {5, 3, 9, 1, 7, 2, 8, 6, 4, 0, 15, 13, 11, 12, 14, 10};
        Arrays.sort(numbers);
        for (int i = 0; i < numbers.length; i++) {
            assert numbers[i] == i;
        }
        assert Arrays.binarySearch(numbers, 7) == 7 && Arrays.binarySearch(numbers, 99) == -17;
        int[] copy = Arrays.copyOfRange(numbers, 2, 5);
        assert Arrays.toString(copy).equals("[2, 3, 4]") && Arrays.equals(copy, new int[] {2, 3, 4});
        String[] words = {"pear", "Fig", "apple"};
        Arrays.sort(words, String.CASE_INSENSITIVE_ORDER);
        assert words[0].equals("apple") && Arrays.asList(words).contains("Fig");
        String[] longer = Arrays.copyOf(words, 4);
        assert longer[3] == null && longer.length == 4;
        Number[] boxes = Arrays.copyOf(new Object[] {1, 2}, 3, Integer[].class);
        assert boxes.length == 3 && boxes[1].equals(2) && boxes instanceof Integer[];
        assert ((Object[]) java.lang.reflect.Array.newInstance(Long[].class, 2)) instanceof Long[][];
        Arrays.fill(longer, "x");
        assert longer[3].equals("x") && Arrays.hashCode(new int[] {1, 2}) == 994;
        System.arraycopy(numbers, 0, numbers, 1, 5);
        assert numbers[0] == 0 && numbers[1] == 0 && numbers[5] == 4;
        assert Arrays.deepToString(new int[][] {{1}, {2, 3}}).equals("[[1], [2, 3]]");
        int[] symbolic = new int[4];
        for (int i = 0; i < symbolic.length; i++) {
            symbolic[i] = Klew.anyInt("element");
        }
        Arrays.sort(symbolic);
        assert symbolic[0] <= symbolic[1] && symbolic[1] <= symbolic[2] && symbolic[2] <= symbolic[3];
        int index = Klew.anyInt("index");
        if (index >= 0 && index < 4) {
            symbolic[index] = 42;
            assert symbolic[index] == 42;
        }
    }
}
