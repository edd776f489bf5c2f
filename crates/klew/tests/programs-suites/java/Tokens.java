/** Cuts a text into tokens: names, numbers, signs. */
// suite: --entry Tokens.next
public class Tokens {
    static final int END = 0;
    static final int NAME = 1;
    static final int NUMBER = 2;
    static final int SIGN = 3;
    static final int ERROR = 4;

    private char[] text;
    private int at;
    private int value;

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** The kind of the next token. */
    int next() {
        if (text == null || text.length > 4 || at < 0) {
            return ERROR;
        }
        while (at < text.length && (text[at] == ' ' || text[at] == '\n')) {
            at++;
        }
        if (at >= text.length) {
            return END;
        }
        char first = text[at];
        if (isLetter(first)) {
            while (at < text.length && (isLetter(text[at]) || isDigit(text[at]))) {
                at++;
            }
            return NAME;
        }
        if (isDigit(first)) {
            value = 0;
            while (at < text.length && isDigit(text[at])) {
                value = value * 10 + text[at] - '0';
                at++;
            }
            if (at < text.length && isLetter(text[at])) {
                return ERROR;
            }
            return NUMBER;
        }
        at++;
        switch (first) {
            case '+':
            case '-':
            case '(':
            case ')':
                return SIGN;
            case '=':
                if (at < text.length && text[at] == '=') {
                    at++;
                }
                return SIGN;
            default:
                return ERROR;
        }
    }
}
