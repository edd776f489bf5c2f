// options: --sym-stdin 8
// One integer of eight bytes: what is behind the first character that is wrong makes no paths.

import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;

public class ScannedInteger {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        try {
            int number = in.nextInt();
            assert number > -10000000 && number < 100000000;
        } catch (InputMismatchException exception) {
            assert in.hasNext() && !in.hasNextInt();
        } catch (NoSuchElementException exception) {
            assert !in.hasNext();
        }
    }
}
