// Currencies need data of the JDK that are not read.
import java.text.NumberFormat;
import java.util.Locale;

public class Currency {
    public static void main(String[] arguments) {
        assert NumberFormat.getCurrencyInstance(Locale.US).format(1).equals("$1.00");
    }
}
