// Locales, and what depends on the one by default.
import java.util.*;
public class Locales {
    public static void main(String[] a) {
        assert Locale.US.toString().equals("en_US");
        assert Locale.ROOT.toString().equals("");
        assert "I".toLowerCase(Locale.ROOT).equals("i");
        assert String.format(Locale.US,"%,d",1234).equals("1,234");
        assert Locale.GERMANY.getLanguage().equals("de");
        Locale l=new Locale("fr","FR");
        assert l.getCountry().equals("FR");
        assert l.equals(Locale.FRANCE) && l != Locale.FRANCE;
        assert Locale.forLanguageTag("en-US").equals(Locale.US);
        assert Locale.US.toLanguageTag().equals("en-US");
        assert String.format(Locale.getDefault(),"%d",1).equals("1");
        assert Locale.US.hashCode()==96636889;
        assert new Locale("de","at","POSIX").toString().equals("de_AT_POSIX");
        assert new Locale("", "us").toString().equals("_US");
        Locale.setDefault(Locale.GERMANY);
        assert String.format("%,.1f", 1234.5).equals("1.234,5");
        assert new java.text.DecimalFormat("0.0").format(1.5).equals("1,5");
        assert Locale.getDefault()==Locale.GERMANY;
        try {
            Locale.setDefault(null);
            assert false;
        } catch (NullPointerException e) {
            assert e.getMessage().equals("Can't set default locale to NULL");
        }
    }
}
