// DecimalFormat and NumberFormat.
import java.text.*;
import java.util.*;
import java.math.*;
public class DecimalFormats {
    public static void main(String[] a) throws Exception {
        assert new DecimalFormat("#,##0.00").format(1234567.891).equals("1,234,567.89");
        assert new DecimalFormat("0.#").format(2.55).equals("2.5");
        assert new DecimalFormat("000").format(7).equals("007");
        assert new DecimalFormat("#%").format(0.25).equals("25%");
        assert NumberFormat.getInstance().format(1234.5).equals("1,234.5");
        assert new DecimalFormat("0.##").parse("3.25").doubleValue()==3.25;
        assert new DecimalFormat("0.###E0").format(12345).equals("1.234E4");
        assert NumberFormat.getPercentInstance(Locale.US).format(0.5).equals("50%");
        assert NumberFormat.getIntegerInstance().format(2.5).equals("2");
        assert NumberFormat.getInstance(Locale.GERMANY).format(1234.5).equals("1.234,5");
        assert NumberFormat.getInstance(Locale.US).parse("1,234.5").doubleValue()==1234.5;
        DecimalFormat f=new DecimalFormat("$#,##0.00;($#,##0.00)");
        assert f.format(-12.5).equals("($12.50)");
        f.setRoundingMode(RoundingMode.DOWN);
        assert f.format(1.999).equals("$1.99");
        assert f.toPattern().equals("$#,##0.00;($#,##0.00)");
        assert new DecimalFormat("#.##").format(new BigDecimal("123.456")).equals("123.46");
        assert new DecimalFormat().format(Double.NaN).equals("NaN");
        try {
            new DecimalFormat("0.0.0");
            assert false;
        } catch (IllegalArgumentException e) {
            assert e.getMessage().equals("Multiple decimal separators in pattern \"0.0.0\"");
        }
        try {
            NumberFormat.getInstance().parse("x");
            assert false;
        } catch (ParseException e) {
            assert e.getMessage().equals("Unparseable number: \"x\"") && e.getErrorOffset()==0;
        }
        NumberFormat n=NumberFormat.getNumberInstance();
        n.setMaximumFractionDigits(1);
        n.setMinimumFractionDigits(1);
        assert n.format(3).equals("3.0");
        n.setGroupingUsed(false);
        assert n.format(123456.78).equals("123456.8");
        assert new DecimalFormat("0.00").format(-0.001).equals("-0.00");
        assert new ChoiceFormat("0#none|1#one|2#many").format(5).equals("many");
    }
}
