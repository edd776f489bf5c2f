package java.lang;

/** Escape sequences of text blocks and string literals. */
final class Escapes {
    private Escapes() {}

    static String translate(char[] text) {
        StringBuilder result = new StringBuilder(text.length);
        int at = 0;
        while (at < text.length) {
            char c = text[at];
            at++;
            if (c != '\\') {
                result.append(c);
                continue;
            }
            char escaped = at < text.length ? text[at] : '\0';
            at++;
            if (escaped >= '0' && escaped <= '7' && at <= text.length) {
                int most = at + (escaped <= '3' ? 2 : 1);
                int code = escaped - '0';
                while (at < text.length && at < most && text[at] >= '0' && text[at] <= '7') {
                    code = code * 8 + text[at] - '0';
                    at++;
                }
                result.append((char) code);
            } else if (escaped == '\r') {
                if (at < text.length && text[at] == '\n') {
                    at++;
                }
            } else if (escaped != '\n') {
                result.append(single(escaped));
            }
        }
        return result.toString();
    }

    private static char single(char escaped) {
        switch (escaped) {
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 's':
                return ' ';
            case 't':
                return '\t';
            case '\'':
            case '"':
            case '\\':
                return escaped;
            default:
                String digits = Integer.toHexString(0x10000 | escaped).substring(1).toUpperCase();
                throw new IllegalArgumentException(
                        "Invalid escape sequence: \\" + escaped + " \\\\u" + digits);
        }
    }
}
