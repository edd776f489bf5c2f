/** Reads addresses such as 10.0.0.1. */
// suite: --entry Ipv4.part; --entry Ipv4.scope
public final class Ipv4 {
    private Ipv4() {}

    /** The number that stands in the text from there on, up to a point or the end; -1 for none. */
    static int part(char[] text, int from) {
        if (text == null || from < 0 || from >= text.length || text.length > 5) {
            return -1;
        }
        int value = 0;
        int at = from;
        while (at < text.length && text[at] != '.') {
            if (text[at] < '0' || text[at] > '9') {
                return -1;
            }
            value = value * 10 + text[at] - '0';
            if (value > 255) {
                return -1;
            }
            at++;
        }
        if (at == from || at - from > 1 && text[from] == '0') {
            return -1;
        }
        return value;
    }

    /** Which kind of address it is. */
    static String scope(int address) {
        int first = address >>> 24;
        int second = address >>> 16 & 0xff;
        if (first == 127) {
            return "loopback";
        }
        if (first == 10 || first == 172 && second >= 16 && second < 32 || first == 192 && second == 168) {
            return "private";
        }
        if (first == 169 && second == 254) {
            return "link";
        }
        if (first >= 224) {
            return first < 240 ? "multicast" : "reserved";
        }
        return first == 0 ? "none" : "public";
    }
}
