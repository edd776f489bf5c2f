package klew.runtime;

/** Hexadecimal digits of floating-point numbers. */
public final class Hexadecimal {
    private static final int FRACTION_BITS = 52;
    private static final int DIGITS = 13;

    private Hexadecimal() {}

    /** As `Double.toHexString`. */
    public static String of(double value) {
        if (value != value || Double.isInfinite(value)) {
            return Double.toString(value);
        }
        String digits = of(Intrinsics.abs(value), -1);
        return Intrinsics.doubleToBits(value) < 0 ? "-" + digits : digits;
    }

    /** A finite number that is not negative, rounded half to even to so many digits (0 or fewer, 13 or more: all). */
    static String of(double value, int places) {
        boolean all = places <= 0 || places >= DIGITS;
        long bits = Intrinsics.doubleToBits(value);
        long fraction = bits & (1L << FRACTION_BITS) - 1;
        int power = (int) (bits >> FRACTION_BITS);
        boolean subnormal = power == 0 && fraction != 0;
        long lead = power == 0 ? 0 : 1;
        if (subnormal && !all) {
            int shift = Long.numberOfLeadingZeros(fraction) - 11;
            fraction = fraction << shift & (1L << FRACTION_BITS) - 1;
            power = 1 - shift;
            lead = 1;
        } else if (subnormal) {
            power = 1;
        }
        int shown = power == 0 ? 0 : power - 1023;
        if (!all && value != 0) {
            int dropped = FRACTION_BITS - 4 * places;
            long rest = fraction & (1L << dropped) - 1;
            long half = 1L << dropped - 1;
            long kept = (lead << FRACTION_BITS | fraction) >> dropped;
            if (rest > half || rest == half && (kept & 1) != 0) {
                kept++;
            }
            long whole = kept << dropped;
            if (whole >>> FRACTION_BITS > 1) {
                shown++;
                whole = whole >>> 1;
            }
            fraction = whole & (1L << FRACTION_BITS) - 1;
        }
        return "0x" + lead + "." + digits(fraction) + "p" + shown;
    }

    /** The digits of a fraction without zeros at the end, at least one. */
    private static String digits(long fraction) {
        StringBuilder text = new StringBuilder();
        long left = fraction;
        do {
            int digit = (int) (left >>> FRACTION_BITS - 4) & 15;
            text.append((char) (digit < 10 ? '0' + digit : 'a' + digit - 10));
            left = left << 4 & (1L << FRACTION_BITS) - 1;
        } while (left != 0);
        return text.toString();
    }
}
