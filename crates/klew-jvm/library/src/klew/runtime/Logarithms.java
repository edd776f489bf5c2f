package klew.runtime;

/** Logarithms: those of 2 to 36, which `BigInteger` asks for; others are approximated. */
public final class Logarithms {
    /** 0 where implementations differ in the last bit. */
    private static final double[] SMALL = {
        0.6931471805599453, 0.0, 1.3862943611198906, 1.6094379124341003,
        1.791759469228055, 1.9459101490553132, 2.0794415416798357, 2.1972245773362196,
        2.302585092994046, 2.3978952727983707, 2.4849066497880004, 2.5649493574615367,
        2.6390573296152584, 2.70805020110221, 2.772588722239781, 2.833213344056216,
        2.8903717578961645, 2.9444389791664403, 2.995732273553991, 3.044522437723423,
        3.091042453358316, 3.1354942159291497, 3.1780538303479458, 3.2188758248682006,
        3.258096538021482, 3.295836866004329, 3.332204510175204, 3.367295829986474,
        3.4011973816621555, 3.4339872044851463, 3.4657359027997265, 3.4965075614664802,
        3.5263605246161616, 3.5553480614894135, 3.58351893845611,
    };

    private Logarithms() {}

    public static double log(double value) {
        if (value == 1) {
            return 0.0;
        }
        if (value == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        if (!(value > 0)) {
            return Double.NaN;
        }
        if (value >= 2 && value <= 36 && Intrinsics.rint(value) == value && SMALL[(int) value - 2] != 0) {
            return SMALL[(int) value - 2];
        }
        double result = Intrinsics.approximateDouble("Math.log");
        Intrinsics.assume(result == result);
        return result;
    }
}
