package klew.runtime;

/** Powers: exact where the result is a whole number that a double holds, or the exponent is 2; else approximated. */
public final class Powers {
    private static final double MOST = 9007199254740992.0;

    private Powers() {}

    public static double pow(double base, double exponent) {
        if (exponent == 0) {
            return 1.0;
        }
        if (exponent == 1 || base != base) {
            return base;
        }
        if (exponent == 2) {
            return base * base;
        }
        if (exponent != exponent) {
            return exponent;
        }
        if (exponent > 0 && exponent <= 64 && Intrinsics.rint(exponent) == exponent
                && Intrinsics.rint(base) == base) {
            double power = base;
            for (int i = 1; i < exponent; i++) {
                power = power * base;
            }
            if (Intrinsics.abs(power) <= MOST || base == 2) {
                return power;
            }
        }
        if (base == 2 && exponent < 0 && exponent >= -64 && Intrinsics.rint(exponent) == exponent) {
            return 1 / pow(base, -exponent);
        }
        double result = Intrinsics.approximateDouble("Math.pow");
        if (base > 0) {
            Intrinsics.assume(result >= 0);
        }
        return result;
    }
}
