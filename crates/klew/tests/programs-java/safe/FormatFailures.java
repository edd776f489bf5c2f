// What formats that cannot be carried out throw, with the messages of the JVM.
import java.math.BigDecimal;
import java.math.BigInteger;

public class FormatFailures {
    static String text(String format, Object... arguments) {
        try {
            return String.format(format, arguments);
        } catch (java.util.IllegalFormatException exception) {
            return "!" + exception;
        }
    }

    public static void main(String[] arguments) {
        assert text("%((+13d", 123456789).equals("!java.util.DuplicateFormatFlagsException: Flags = '('");
        assert text("x%##(dx%#.4a", Double.NaN, 123456.789).equals("!java.util.DuplicateFormatFlagsException: Flags = '#'");
        assert text("x% , 18s", Double.MIN_VALUE).equals("!java.util.DuplicateFormatFlagsException: Flags = ' '");
        assert text("% ##9g%,e", 1e10, 1e-4).equals("!java.util.DuplicateFormatFlagsException: Flags = '#'");
        assert text("%--22d", 0.05).equals("!java.util.DuplicateFormatFlagsException: Flags = '-'");
        assert text("%--18f").equals("!java.util.DuplicateFormatFlagsException: Flags = '-'");
        assert text("%3$  (d", new BigDecimal("0.00")).equals("!java.util.DuplicateFormatFlagsException: Flags = ' '");
        assert text("x%+,,s", 0.1).equals("!java.util.DuplicateFormatFlagsException: Flags = ','");
        assert text("x%+(+fx%+%", 1e-4, 65).equals("!java.util.DuplicateFormatFlagsException: Flags = '+'");
        assert text("%( ,x", new BigDecimal("99.9999999")).equals("!java.util.FormatFlagsConversionMismatchException: Conversion = x, Flags = ,");
        assert text("%,a", 0.00012345).equals("!java.util.FormatFlagsConversionMismatchException: Conversion = a, Flags = ,");
        assert text("x%+21s", 1.23456789e-7).equals("!java.util.FormatFlagsConversionMismatchException: Conversion = s, Flags = +");
        assert text("%#e%#(11.1g").equals("!java.util.FormatFlagsConversionMismatchException: Conversion = g, Flags = #");
        assert text("x%1$ 7.4s", 99999.96).equals("!java.util.FormatFlagsConversionMismatchException: Conversion = s, Flags =  ");
        assert text("%2$,+6x", 0x1F600).equals("!java.util.FormatFlagsConversionMismatchException: Conversion = x, Flags = ,");
        assert text("%0s", "str").equals("!java.util.FormatFlagsConversionMismatchException: Conversion = s, Flags = 0");
        assert text("x%,x", 0x1F600).equals("!java.util.FormatFlagsConversionMismatchException: Conversion = x, Flags = ,");
        assert text("% o", 5).equals("!java.util.FormatFlagsConversionMismatchException: Conversion = o, Flags =  ");
        assert text("%0$+.6f%013f", BigInteger.TEN, 1e10).equals("!java.util.IllegalFormatArgumentIndexException: Illegal format argument index = 0");
        assert text("x%0$(s", "str").equals("!java.util.IllegalFormatArgumentIndexException: Illegal format argument index = 0");
        assert text("%0$0e", 1.1f).equals("!java.util.IllegalFormatArgumentIndexException: Illegal format argument index = 0");
        assert text("x%0$10s", Double.NaN).equals("!java.util.IllegalFormatArgumentIndexException: Illegal format argument index = 0");
        assert text("%0$o", 7L).equals("!java.util.IllegalFormatArgumentIndexException: Illegal format argument index = 0");
        assert text("x%0$ s", Double.POSITIVE_INFINITY).equals("!java.util.IllegalFormatArgumentIndexException: Illegal format argument index = 0");
        assert text("x%0$.11f", true).equals("!java.util.IllegalFormatArgumentIndexException: Illegal format argument index = 0");
        assert text("%x%0$13f", new BigDecimal("1E+5"), 5).equals("!java.util.IllegalFormatArgumentIndexException: Illegal format argument index = 0");
        assert text("%x%0$+9.14x", -0.0, 0.00012345).equals("!java.util.IllegalFormatArgumentIndexException: Illegal format argument index = 0");
        assert text("%C", Integer.MIN_VALUE).equals("!java.util.IllegalFormatCodePointException: Code point = 0x80000000");
        assert text("%ox% 13x", 65, -2.25).equals("!java.util.IllegalFormatConversionException: x != java.lang.Double");
        assert text("x%5d", new BigDecimal("0.00")).equals("!java.util.IllegalFormatConversionException: d != java.math.BigDecimal");
        assert text("%16d", Double.MIN_VALUE).equals("!java.util.IllegalFormatConversionException: d != java.lang.Double");
        assert text("%+g", -1234567890123L).equals("!java.util.IllegalFormatConversionException: g != java.lang.Long");
        assert text("%5d", 1.23456789e-7).equals("!java.util.IllegalFormatConversionException: d != java.lang.Double");
        assert text("%(e", -5).equals("!java.util.IllegalFormatConversionException: e != java.lang.Integer");
        assert text("%o%x", 9.9995, 5).equals("!java.util.IllegalFormatConversionException: o != java.lang.Double");
        assert text("x% 8e", (byte)-1).equals("!java.util.IllegalFormatConversionException: e != java.lang.Byte");
        assert text("x%o%1.0e", new BigDecimal("-0.00001234"), 100.0).equals("!java.util.IllegalFormatConversionException: o != java.math.BigDecimal");
        assert text("x%gx%0-16.5f", Double.NEGATIVE_INFINITY, (short)-3).equals("!java.util.IllegalFormatFlagsException: Flags = '-0'");
        assert text("x%0-+21x", BigInteger.TEN).equals("!java.util.IllegalFormatFlagsException: Flags = '-+0'");
        assert text("x%+21%", 1e-4).equals("!java.util.IllegalFormatFlagsException: Flags = '+'");
        assert text("%,+ 21f", 1.0/3).equals("!java.util.IllegalFormatFlagsException: Flags = '+ ,'");
        assert text("% +gx%22g", 100.0, new BigDecimal("0.00")).equals("!java.util.IllegalFormatFlagsException: Flags = '+ '");
        assert text("%3$+%s", Double.NaN, true).equals("!java.util.IllegalFormatFlagsException: Flags = '+'");
        assert text("x%<+ 4d", 0).equals("!java.util.IllegalFormatFlagsException: Flags = '+ <'");
        assert text("%+12%", 'c').equals("!java.util.IllegalFormatFlagsException: Flags = '+'");
        assert text("% ,+17.11g", 1.1f).equals("!java.util.IllegalFormatFlagsException: Flags = '+ ,'");
        assert text("%2.14dx%18o", BigInteger.TEN, 5).equals("!java.util.IllegalFormatPrecisionException: 14");
        assert text("% (-2.3x", 100.0).equals("!java.util.IllegalFormatPrecisionException: 3");
        assert text("%3$1d% -15.6x", 5, 0x1F600).equals("!java.util.IllegalFormatPrecisionException: 6");
        assert text("%.6o").equals("!java.util.IllegalFormatPrecisionException: 6");
        assert text("%8.2x", -0.1f).equals("!java.util.IllegalFormatPrecisionException: 2");
        assert text("%.1o", 0x1F600).equals("!java.util.IllegalFormatPrecisionException: 1");
        assert text("%20.4d", new BigDecimal("0.00")).equals("!java.util.IllegalFormatPrecisionException: 4");
        assert text("x%+.5dx%3$0s", -0.0, Double.MAX_VALUE).equals("!java.util.IllegalFormatPrecisionException: 5");
        assert text("%-7.4d", 123456789).equals("!java.util.IllegalFormatPrecisionException: 4");
        assert text("%3$14n", Double.MIN_VALUE).equals("!java.util.IllegalFormatWidthException: 14");
        assert text("x%(7f%,16n", (Object) null, Double.NEGATIVE_INFINITY).equals("!java.util.IllegalFormatWidthException: 16");
        assert text("x%+5n", true).equals("!java.util.IllegalFormatWidthException: 5");
        assert text("%13nx%x", 0x1F600, 7L).equals("!java.util.IllegalFormatWidthException: 13");
        assert text("%20n%0$,x", 123456789, -0.1f).equals("!java.util.IllegalFormatWidthException: 20");
        assert text("%21n", 0x1F600).equals("!java.util.IllegalFormatWidthException: 21");
        assert text("x%3$-+11n").equals("!java.util.IllegalFormatWidthException: 11");
        assert text("% (14n", 'c').equals("!java.util.IllegalFormatWidthException: 14");
        assert text("% 8n", (short)-3).equals("!java.util.IllegalFormatWidthException: 8");
        assert text("%2e").equals("!java.util.MissingFormatArgumentException: Format specifier '%2e'");
        assert text("x%3$d", "").equals("!java.util.MissingFormatArgumentException: Format specifier '%3$d'");
        assert text("%8d").equals("!java.util.MissingFormatArgumentException: Format specifier '%8d'");
        assert text("%.3f").equals("!java.util.MissingFormatArgumentException: Format specifier '%.3f'");
        assert text("x% 10x").equals("!java.util.MissingFormatArgumentException: Format specifier '% 10x'");
        assert text("%,16d%+022e").equals("!java.util.MissingFormatArgumentException: Format specifier '%,16d'");
        assert text("%3$#7f", 1.5).equals("!java.util.MissingFormatArgumentException: Format specifier '%#3$7f'");
        assert text("x%<f", 123456.789).equals("!java.util.MissingFormatArgumentException: Format specifier '%<f'");
        assert text("x%#o%g").equals("!java.util.MissingFormatArgumentException: Format specifier '%#o'");
        assert text("%3$0ex%3$s", (byte)-1, -2.25).equals("!java.util.MissingFormatWidthException: %03$e");
        assert text("x%-.11f", -0.0).equals("!java.util.MissingFormatWidthException: %-.11f");
        assert text("%-s", 65).equals("!java.util.MissingFormatWidthException: %-s");
        assert text("x%0o", (short)-3).equals("!java.util.MissingFormatWidthException: %0o");
        assert text("x%-g", Double.POSITIVE_INFINITY).equals("!java.util.MissingFormatWidthException: %-g");
        assert text("%0f").equals("!java.util.MissingFormatWidthException: %0f");
        assert text("%-s", true).equals("!java.util.MissingFormatWidthException: %-s");
        assert text("%-.4e", -0.0).equals("!java.util.MissingFormatWidthException: %-.4e");
        assert text("x%-o", BigInteger.TEN).equals("!java.util.MissingFormatWidthException: %-o");
        assert text("x% Tx%d", "", 65).equals("!java.util.UnknownFormatConversionException: Conversion = 'tx'");
        assert text("%1$08.g", (short)-3).equals("!java.util.UnknownFormatConversionException: Conversion = '1'");
        assert text("%(T", 0.05).equals("!java.util.UnknownFormatConversionException: Conversion = 'T'");
        assert text("%((.1", 123456789).equals("!java.util.UnknownFormatConversionException: Conversion = '('");
        assert text("%18", 0).equals("!java.util.UnknownFormatConversionException: Conversion = '1'");
        assert text("x%-2", 100.0).equals("!java.util.UnknownFormatConversionException: Conversion = '-'");
        assert text("x%3$-+t", (short)-3).equals("!java.util.UnknownFormatConversionException: Conversion = 't'");
        assert text("x%-3.6T", 0x1F600).equals("!java.util.UnknownFormatConversionException: Conversion = 'T'");
        assert text("x% 16.e", 123456789).equals("!java.util.UnknownFormatConversionException: Conversion = ' '");
    }
}
