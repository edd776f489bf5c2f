// Numbers that are read of texts: what is none, and what is said then.

import java.util.InputMismatchException;
import java.util.Scanner;

public class TextNumbers {
    interface Code {
        Object run();
    }

    static void fails(String message, Code code) {
        try {
            code.run();
        } catch (InputMismatchException | NumberFormatException | IndexOutOfBoundsException exception) {
            String said = exception.getMessage();
            assert message == null ? said == null : message.equals(said);
            return;
        }
        assert false;
    }

    public static void main(String[] args) {
        fails(null, () -> new Scanner("abc").nextInt());
        fails("For input string: \"99999999999\"", () -> new Scanner("99999999999").nextInt());
        fails(null, () -> new Scanner("1.5f").nextDouble());
        fails(null, () -> new Scanner("x").nextBoolean());
        assert !new Scanner("5f").hasNextInt();
        assert new Scanner("+5").nextInt() == 5;
        assert new Scanner("-.5e1").nextDouble() == -5;
        assert Double.isNaN(new Scanner("-NaN").nextDouble());
        fails("Error at index 1 in: \"1x\"", () -> Integer.parseInt("a1xb", 1, 3, 10));
        fails(null, () -> Long.parseLong("abc", 2, 1, 10));
        assert Integer.parseInt("a-80000000b", 1, 10, 16) == Integer.MIN_VALUE;
        fails("Error at index 7 in: \"80000000\"", () -> Integer.parseInt("80000000", 0, 8, 16));
        assert Long.parseUnsignedLong("18446744073709551615") == -1;
        fails("String value 18446744073709551616 exceeds range of unsigned long.",
                () -> Long.parseUnsignedLong("18446744073709551616"));
        assert Long.toUnsignedString(-1, 16).equals("ffffffffffffffff");
        assert Long.toUnsignedString(-1, 10).equals("18446744073709551615");
        fails("Illegal leading minus sign on unsigned string -1.", () -> Integer.parseUnsignedInt("-1", 99));
        assert Integer.getInteger("klew.none") == null;
        System.setProperty("klew.some", "0x10");
        assert Integer.getInteger("klew.some") == 16 && Long.getLong("klew.some", 5) == 16;
        char[] pair = {'a', '\ud83d', '\ude00'};
        assert Character.codePointBefore(pair, 3, 1) == 0x1f600 && Character.codePointBefore(pair, 3, 2) == 0xde00;
        assert Character.offsetByCodePoints(pair, 0, 3, 1, 1) == 3;
        fails(null, () -> Character.codePointAt(pair, 3, 3));
        fails(null, () -> Character.codePointCount(pair, 1, 3));
    }
}
