// MessageFormat.
import java.text.*;
import java.util.*;
public class MessageFormats {
    public static void main(String[] a) throws Exception {
        assert MessageFormat.format("{0} is {1}", "a", 5).equals("a is 5");
        assert MessageFormat.format("it''s {0,number,#.##} {1}", 1.234, 12345).equals("it's 1.23 12,345");
        assert MessageFormat.format("{0}", new Object[0]).equals("{0}");
        try {
            MessageFormat.format("{x}", 1);
            assert false;
        } catch (IllegalArgumentException e) {
            assert e.getMessage().equals("can't parse argument number: x");
        }
    }
}
