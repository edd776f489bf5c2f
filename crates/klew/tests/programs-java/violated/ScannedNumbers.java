// Four numbers that a Scanner reads: few paths for each number.

import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;

public class ScannedNumbers {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int sum = 0;
        try {
            for (int i = 0; i < 4; i++) {
                sum = sum * 10 + in.nextInt();
            }
        } catch (InputMismatchException exception) {
            return;
        } catch (NoSuchElementException exception) {
            return;
        }
        assert sum != 7316; // expect: assertion
    }
}
