// Formatted text that goes to writers, streams, builders and through `Formattable`.
import java.io.*;
import java.util.*;

public class FormatSinks {
    static class Point implements Formattable {
        @Override
        public void formatTo(Formatter formatter, int flags, int width, int precision) {
            formatter.format("<%d,%d,%d>", flags & FormattableFlags.LEFT_JUSTIFY, width, precision);
        }
    }

    public static void main(String[] arguments) {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        writer.printf("%d-%s", 5, "x").printf("%.1f", 2.25).flush();
        assert text.toString().equals("5-x2.3");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(bytes);
        stream.printf("%05.1f|", 2.25).flush();
        assert bytes.toString().equals("002.3|");
        Formatter formatter = new Formatter();
        formatter.format("%s", "a").format("%d", 2);
        assert formatter.toString().equals("a2");
        formatter.close();
        try {
            formatter.format("x");
            assert false;
        } catch (FormatterClosedException expected) {
            assert expected.getMessage() == null;
        }
        StringBuilder builder = new StringBuilder();
        try {
            new Formatter(builder).format("%x %d", 255, "no number");
            assert false;
        } catch (IllegalFormatConversionException expected) {
            // What came before was written.
            assert builder.toString().equals("ff ");
        }
        assert String.format("%-7.2s|%s", new Point(), new Point()).equals("<1,7,2>|<0,-1,-1>");
        assert String.format(Locale.GERMANY, "%,.2f", 1234.5).equals("1.234,50");
        float tenth = 0.1f;
        assert String.format("%.10f", tenth).equals("0.1000000015");
        int any = Klew.anyInt();
        if (any >= 0 && any < 100) {
            String shown = String.format("%03d", any);
            assert shown.length() == 3 && shown.charAt(0) == '0' && Integer.parseInt(shown) == any;
            assert String.format("%(d", -any - 1).equals("(" + (any + 1) + ")");
        }
    }
}
