// Decimal numbers of 10 and more characters: what is one, what does not fit, with characters that are inputs.

public class LongDecimals {
    static char any(String name) {
        char c = Klew.anyChar(name);
        Klew.assume(c < 0x80);
        return c;
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** 10 characters, a sign perhaps, and numbers on both sides of the largest. */
    static void check(String begin, long known, char a, char b) {
        boolean fits = isDigit(a) && isDigit(b);
        long value = known * 100 + (a - '0') * 10 + (b - '0');
        if (begin.startsWith("-")) {
            value = -value;
        }
        fits = fits && value >= Integer.MIN_VALUE && value <= Integer.MAX_VALUE;
        try {
            int number = Integer.parseInt(begin + a + b);
            assert fits && number == value;
        } catch (NumberFormatException exception) {
            assert !fits;
        }
    }

    static void fails(String text) {
        try {
            Integer.parseInt(text);
        } catch (NumberFormatException exception) {
            assert exception.getMessage().equals("For input string: \"" + text + "\"");
            return;
        }
        assert false;
    }

    public static void main(String[] args) {
        char a = any("a");
        char b = any("b");
        check("21474836", 21474836, a, b);
        check("-21474836", 21474836, a, b);
        check("+0000021474836", 21474836, a, b);

        char c = any("c");
        Klew.assume(isDigit(c));
        assert Long.parseLong("-12345678901234567" + c) == -123456789012345670L - (c - '0');
        assert Character.digit(c, 8) == (c < '8' ? c - '0' : -1) && Character.digit(c, 10) == c - '0';
        char other = any("other");
        assert Character.digit(other, 10) >= 0 == isDigit(other);
        assert Character.digit(other, 2) >= 0 == (other == '0' || other == '1');

        fails("2147483648");
        fails("-2147483649");
        fails("+-000000001");
        fails("000000000000+1");
        fails("999999999999999999");
        fails("9999999999999999999");
        assert Integer.parseInt("000000000000000000000000000007") == 7;
        assert Integer.parseInt("-000000000000000000002147483648") == Integer.MIN_VALUE;
        assert Integer.parseInt("00000000000\u0661\u0662") == 12;
        assert Long.parseLong("999999999999999999") == 999999999999999999L;
    }
}
