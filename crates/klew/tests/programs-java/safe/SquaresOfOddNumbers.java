/** The sum of the first odd numbers is a square, and a table that is one array has room for all its rows. */
// options: --engine horn
public class SquaresOfOddNumbers {
    public static void main(String[] args) {
        int count = Klew.anyInt();
        int square = 0;
        int odd = 1;
        for (int turn = 0; turn < count; turn++) {
            square += odd;
            odd += 2;
        }
        assert count < 0 || square == count * count;
    }
}
