// Exceptions that are caught, and a finally that runs.
public class Caught {
    static int finals;

    static int divide(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException error) {
            return 0;
        } finally {
            finals++;
        }
    }

    static int at(int[] array, int index) {
        try {
            return array[index];
        } catch (ArrayIndexOutOfBoundsException error) {
            return -1;
        }
    }

    public static void main(String[] arguments) {
        int b = Klew.anyInt();
        int quotient = divide(10, b);
        assert b != 0 || quotient == 0;
        assert finals == 1;
        int index = Klew.anyInt();
        int element = at(new int[] {4, 5, 6}, index);
        assert element == (index >= 0 && index < 3 ? index + 4 : -1);
    }
}
