/** As it is in no JVM of today. */
public class NullMessageIsNull {
    static int[] numbers;

    public static void main(String[] arguments) {
        try {
            numbers[0] = 1;
        } catch (NullPointerException e) {
            assert new RuntimeException(e).toString().equals("java.lang.RuntimeException: java.lang.NullPointerException"); // expect: assertion
        }
    }
}
