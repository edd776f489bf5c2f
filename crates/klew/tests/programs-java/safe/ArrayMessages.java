import java.util.Arrays;

/** What copying out of an array's bounds throws, with the JVM's messages. */
public class ArrayMessages {
    interface Copy {
        void run();
    }

    static String thrown(Copy copy) {
        try {
            copy.run();
            return "";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        }
    }

    public static void main(String[] args) {
        int[] numbers = {1, 6, 3};
        String[] words = {"a", "b"};
        Object[] mixed = {"x", 5};
        assert thrown(() -> Arrays.copyOfRange(numbers, -2, 127))
                .equals("ArrayIndexOutOfBoundsException: arraycopy: source index -2 out of bounds for int[3]");
        assert thrown(() -> Arrays.copyOfRange(numbers, 4, 9))
                .equals("ArrayIndexOutOfBoundsException: arraycopy: length -1 is negative");
        assert thrown(() -> Arrays.copyOfRange(numbers, Integer.MIN_VALUE, 5))
                .equals("IllegalArgumentException: -2147483648 > 5");
        assert thrown(() -> Arrays.copyOfRange(words, -1, 2))
                .equals("ArrayIndexOutOfBoundsException: arraycopy: source index -1 out of bounds for object array[2]");
        assert thrown(() -> Arrays.copyOf(words, -3, Object[].class)).equals("NegativeArraySizeException: -3");
        assert thrown(() -> System.arraycopy(numbers, 1, numbers, 0, 3))
                .equals("ArrayIndexOutOfBoundsException: arraycopy: last source index 4 out of bounds for int[3]");
        assert thrown(() -> System.arraycopy(numbers, 0, new int[2], 0, Integer.MAX_VALUE)).equals(
                "ArrayIndexOutOfBoundsException: arraycopy: last source index 2147483647 out of bounds for int[3]");
        assert thrown(() -> System.arraycopy(numbers, 0, new int[2], 1, 2)).equals(
                "ArrayIndexOutOfBoundsException: arraycopy: last destination index 3 out of bounds for int[2]");
        assert thrown(() -> System.arraycopy(numbers, 0, words, 0, 0))
                .equals("ArrayStoreException: arraycopy: type mismatch: can not copy int[] into object array[]");
        assert thrown(() -> System.arraycopy(mixed, 0, words, 0, 2)).equals(
                "ArrayStoreException: arraycopy: element type mismatch: can not cast one of the elements of "
                        + "java.lang.Object[] to the type of the destination array, java.lang.String");
        assert words[0].equals("x") && words[1].equals("b");
        assert thrown(() -> System.arraycopy(words, 0, new Integer[2], 0, 1)).equals(
                "ArrayStoreException: arraycopy: type mismatch: can not copy java.lang.String[] into java.lang.Integer[]");
        assert thrown(() -> System.arraycopy("s", 0, words, 0, 1))
                .equals("ArrayStoreException: arraycopy: source type java.lang.String is not an array");
        assert thrown(() -> Arrays.equals(numbers, -1, 2, numbers, 0, 1))
                .equals("ArrayIndexOutOfBoundsException: Array index out of range: -1");
        assert thrown(() -> Arrays.setAll(new int[0], null)).startsWith("NullPointerException");
    }
}
