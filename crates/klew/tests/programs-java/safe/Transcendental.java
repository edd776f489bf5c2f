// Functions beyond arithmetic, of numbers that are known: exact where a double holds the result, else between its neighbours.
public class Transcendental {
  static void check(boolean holds, int number) {
    if (!holds) throw new IllegalStateException("check " + number);
  }
  static boolean near(double value, double expected) {
    return Math.abs(value - expected) <= 4 * Math.ulp(expected);
  }
  public static void main(String[] arguments) {
    check(Math.pow(1.5, 3) == 3.375 && Math.pow(4, 0.5) == 2 && Math.pow(-2, -3) == -0.125, 1);
    check(Math.pow(2, -1074) == Double.MIN_VALUE && Math.pow(10, 400) == Double.POSITIVE_INFINITY, 2);
    check(Math.hypot(3, 4) == 5 && Math.cbrt(-27) == -3 && Math.log10(1000) == 3 && Math.cbrt(0.125) == 0.5, 3);
    check(near(Math.sin(1), 0.8414709848078965) && near(Math.cos(100), 0.8623188722876839), 4);
    check(near(Math.tan(1), 1.5574077246549023) && near(Math.atan2(1, -1), 2.356194490192345), 5);
    check(near(Math.asin(0.5), 0.5235987755982989) && near(Math.acos(0.1), 1.4706289056333368), 6);
    check(near(Math.exp(1), Math.E) && near(Math.log(7.5), 2.0149030205422647), 7);
    check(near(Math.expm1(1e-5), 1.0000050000166668e-5) && near(Math.log1p(1e-5), 9.999950000333332e-6), 8);
    check(near(Math.sinh(1), 1.1752011936438014) && near(Math.cosh(1), 1.543080634815244), 9);
    check(near(Math.tanh(0.5), 0.46211715726000973) && Math.tanh(50) <= 1, 10);
    check(StrictMath.pow(1.1, 10.7) == 2.7726926501510816 && StrictMath.cbrt(2) == 1.2599210498948732, 11);
    check(StrictMath.exp(1.5) == 4.4816890703380645 && StrictMath.hypot(1.1, 2.2) == 2.459674775249769, 12);
    check(Math.scalb(0x1.0000000000001p-1000, -50) == 0x1p-1050 && Math.nextAfter(1f, 0) == 0.99999994f, 13);
    check(Math.IEEEremainder(5, 3) == -1 && Math.IEEEremainder(5, 2) == 1 && Math.IEEEremainder(3, 2) == -1, 14);
    double angle = Klew.anyDouble();
    double sine = Math.sin(angle);
    check(sine != sine || sine <= 1, 15);
  }
}
