// What a Scanner looks at stays in front of it until it is taken; groups of digits, lines and the end as in the JDK.

import java.util.InputMismatchException;
import java.util.NoSuchElementException;
import java.util.Scanner;

public class ScannerAhead {
    interface Code {
        Object run();
    }

    static void fails(Class<?> kind, String message, Code code) {
        try {
            code.run();
        } catch (RuntimeException exception) {
            String said = exception.getMessage();
            assert exception.getClass() == kind;
            assert message == null ? said == null : message.equals(said);
            return;
        }
        assert false;
    }

    public static void main(String[] args) {
        Scanner asked = new Scanner(" \n a 1");
        assert asked.hasNext() && !asked.hasNextInt();
        assert asked.nextLine().equals(" ") && asked.nextLine().equals(" a 1");
        assert !asked.hasNext() && !asked.hasNextLine();

        Scanner empty = new Scanner(" \n");
        assert !empty.hasNext() && empty.nextLine().equals(" ");

        // Behind a word that is no integer, white space before it was taken.
        Scanner refused = new Scanner("  5x 7\u2028 8");
        fails(InputMismatchException.class, null, refused::nextInt);
        assert refused.next().equals("5x") && refused.hasNextInt() && refused.nextInt() == 7;
        assert refused.nextLine().isEmpty() && refused.nextLine().equals(" 8");
        fails(NoSuchElementException.class, "No line found", refused::nextLine);
        fails(NoSuchElementException.class, null, refused::nextInt);

        Scanner groups = new Scanner("1,234 -12,345,678 0,123 1,2345 1234,567 \u0663\u0661 +12 - 99,999,999,999");
        assert groups.nextInt() == 1234 && groups.nextLong() == -12345678;
        for (int i = 0; i < 3; i++) {
            fails(InputMismatchException.class, null, groups::nextInt);
            assert !groups.hasNextLong();
            groups.next();
        }
        assert groups.nextInt() == 31 && groups.nextInt() == 12;
        assert !groups.hasNextInt() && groups.next().equals("-");
        fails(InputMismatchException.class, "For input string: \"99999999999\"", groups::nextInt);
        assert !groups.hasNextInt() && groups.hasNextLong() && groups.nextLong() == 99999999999L;

        // Of the cases of letters, only those of ASCII do not matter.
        Scanner truths = new Scanner("tRue fal\u017fe 2.5");
        assert truths.hasNextBoolean() && truths.nextBoolean() && !truths.hasNextBoolean();
        fails(InputMismatchException.class, null, truths::nextBoolean);
        assert truths.next().length() == 5;
        assert truths.hasNextDouble() && truths.nextDouble() == 2.5;

        Scanner closed = new Scanner("a b");
        assert closed.hasNext();
        closed.close();
        fails(IllegalStateException.class, "Scanner closed", closed::next);
        fails(IllegalStateException.class, "Scanner closed", closed::hasNextLine);
    }
}
