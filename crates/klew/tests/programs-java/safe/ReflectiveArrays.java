import java.lang.reflect.Array;

/** What `java.lang.reflect.Array` does with values of other types, and its exceptions, which tell other things than array accesses do. */
public class ReflectiveArrays {
    interface Act {
        Object run();
    }

    static String of(Act act) {
        try {
            return String.valueOf(act.run());
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }

    static Object stored(Object array, int index, Object value) {
        Array.set(array, index, value);
        return Array.get(array, index);
    }

    public static void main(String[] args) {
        int index = Klew.anyInt("index");
        String got = of(() -> Array.get(new Object[] {"x", "y"}, index));
        assert got.equals(index == 0 ? "x" : index == 1 ? "y" : "ArrayIndexOutOfBoundsException null");
        assert of(() -> Array.get("x", 0)).equals("IllegalArgumentException Argument is not an array");
        assert of(() -> Array.get(new boolean[] {true}, 0)).equals("true");
        assert of(() -> stored(new String[1], 0, 3)).equals("IllegalArgumentException array element type mismatch");
        assert of(() -> stored(new String[1], 3, 3)).equals("ArrayIndexOutOfBoundsException null");
        assert of(() -> stored(new String[1], 0, "s")).equals("s");
        assert of(() -> stored(new int[1], 0, 'a')).equals("97");
        assert of(() -> stored(new int[1], 0, 5L)).equals("IllegalArgumentException argument type mismatch");
        assert of(() -> stored(new int[1], 7, null)).equals("IllegalArgumentException null");
        assert of(() -> stored(new int[1], 7, "s")).equals("ArrayIndexOutOfBoundsException null");
        assert of(() -> stored(new float[1], 0, Long.MAX_VALUE)).equals("9.223372E18");
        assert of(() -> stored(new double[1], 0, 16777217)).equals("1.6777217E7");
        assert of(() -> stored(new char[1], 0, (byte) 3)).equals("IllegalArgumentException argument type mismatch");
        assert of(() -> Array.getInt(new Object[] {4}, 0)).equals("IllegalArgumentException Argument is not an array of primitive type");
        assert of(() -> Array.getLong(new char[] {'a'}, 0)).equals("97");
        assert of(() -> Array.newInstance(void.class, 3)).equals("IllegalArgumentException null");
        assert of(() -> ((short[]) Array.newInstance(short.class, 3)).length).equals("3");
        assert of(() -> Array.newInstance(int.class, new int[0])).equals("IllegalArgumentException null");
        assert !int.class.isInstance(3) && !int.class.isAssignableFrom(Integer.class);
        assert of(() -> Object.class.isAssignableFrom(null)).equals("NullPointerException null");
    }
}
