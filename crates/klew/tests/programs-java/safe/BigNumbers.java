// BigInteger and BigDecimal.
import java.math.*;
public class BigNumbers {
    public static void main(String[] a) {
        assert new BigDecimal("1.10").add(new BigDecimal("2.205")).toString().equals("3.305");
        assert new BigDecimal("10").divide(new BigDecimal("3"),5,RoundingMode.HALF_UP).toString().equals("3.33333");
        assert BigInteger.TWO.pow(100).toString().equals("1267650600228229401496703205376");
        assert new BigInteger("123456789012345678901234567890").mod(BigInteger.valueOf(97)).intValue()==new BigInteger("123456789012345678901234567890").remainder(BigInteger.valueOf(97)).intValue();
        assert new BigDecimal("1E+3").toPlainString().equals("1000");
        assert BigDecimal.valueOf(2.50).stripTrailingZeros().toString().equals("2.5");
        assert new BigDecimal(0.1).toString().startsWith("0.1000000000000000055");
        try {
            BigDecimal.ONE.divide(new BigDecimal(3));
            assert false;
        } catch (ArithmeticException e) {
            assert e.getMessage().equals("Non-terminating decimal expansion; no exact representable decimal result.");
        }
        assert BigInteger.valueOf(3).modPow(BigInteger.valueOf(100),BigInteger.valueOf(7)).intValue()==4;
    }
}
