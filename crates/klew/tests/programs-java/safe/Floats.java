public class Floats {
    public static void main(String[] args) {
        assert Double.toString(0.1).equals("0.1") && Double.toString(1e10).equals("1.0E10") && Double.toString(-0.0).equals("-0.0");
        assert Double.toString(123.456).equals("123.456") && Float.toString(0.3f).equals("0.3") && String.valueOf(100.0).equals("100.0");
        assert Double.parseDouble("3.25") == 3.25 && Double.parseDouble("-1e-3") == -0.001 && Float.parseFloat("0.1") == 0.1f;
        assert Double.isNaN(0.0 / 0.0) && Double.compare(0.0, -0.0) > 0 && Double.valueOf(Double.NaN).equals(Double.NaN);
        assert Double.doubleToLongBits(1.0) == 0x3ff0000000000000L && Float.floatToIntBits(-2f) == 0xc0000000;
        assert Math.max(0.0, -0.0) == 0.0 && 1 / Math.max(0.0, -0.0) > 0 && 1 / Math.min(0.0, -0.0) < 0;
        assert Double.isNaN(Math.max(1, Double.NaN)) && Math.min(1f, 2f) == 1f && Math.abs(-0.5f) == 0.5f;
        assert (int) 3.99 == 3 && (int) -3.99 == -3 && (int) Double.NaN == 0 && (int) 1e20 == Integer.MAX_VALUE;
        assert (long) -1e30 == Long.MIN_VALUE && (byte) 300.5 == 44 && (char) 65.7 == 'A' && (short) 1e10 == -1;
        assert 5.5 % 2 == 1.5 && -5.5 % 2 == -1.5 && 0.1f + 0.2f != 0.3 && 0.1 + 0.2 == 0.30000000000000004;
        assert Math.nextUp(1.0) - 1.0 == Math.ulp(1.0) && Double.MIN_VALUE > 0 && Double.MIN_VALUE / 2 == 0;
        double x = Klew.anyDouble("x");
        if (x > 1 && x < 2) {
            assert x + 1 >= 2 && !Double.isNaN(x) && (int) x == 1;
        }
        float y = Klew.anyFloat("y");
        if (y == 0) {
            assert y * 5 == 0 && !(1 / y == 1);
        }
    }
}
