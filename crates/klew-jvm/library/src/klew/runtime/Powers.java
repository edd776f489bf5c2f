package klew.runtime;

/** Powers of numbers that are not known: exact where the result is a whole number that a double holds, or the exponent is 2. */
public final class Powers {
    private static final double MOST = 9007199254740992.0;

    private Powers() {}

    /** Whether `whole` gives the power. */
    public static boolean isWhole(double base, double exponent) {
        return exponent > 0 && exponent <= 64 && Intrinsics.rint(exponent) == exponent
                && Intrinsics.rint(base) == base;
    }

    /** A whole number to the power of a small whole number, or NaN where that is not exact. */
    public static double whole(double base, double exponent) {
        double power = base;
        for (int i = 1; i < exponent; i++) {
            power = power * base;
        }
        return Intrinsics.abs(power) <= MOST || base == 2 ? power : Double.NaN;
    }
}
