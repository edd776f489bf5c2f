package java.lang;

import klew.runtime.Intrinsics;
import klew.runtime.Powers;

/** Functions of numbers; for what is beyond arithmetic, see `Functions`. */
public final class Math {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;
    public static final double TAU = 2.0 * PI;

    private Math() {}

    public static int abs(int a) {
        return Intrinsics.abs(a);
    }

    public static long abs(long a) {
        return Intrinsics.abs(a);
    }

    public static float abs(float a) {
        return Intrinsics.abs(a);
    }

    public static double abs(double a) {
        return Intrinsics.abs(a);
    }

    public static int max(int a, int b) {
        return Intrinsics.max(a, b);
    }

    public static long max(long a, long b) {
        return Intrinsics.max(a, b);
    }

    public static float max(float a, float b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0 && 1 / a < 0) {
            return b;
        }
        return a > b || b == a ? a : b;
    }

    public static double max(double a, double b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0 && 1 / a < 0) {
            return b;
        }
        return a > b || b == a ? a : b;
    }

    public static int min(int a, int b) {
        return Intrinsics.min(a, b);
    }

    public static long min(long a, long b) {
        return Intrinsics.min(a, b);
    }

    public static float min(float a, float b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0 && 1 / b < 0) {
            return b;
        }
        return a < b || b == a ? a : b;
    }

    public static double min(double a, double b) {
        if (a != a) {
            return a;
        }
        if (a == 0 && b == 0 && 1 / b < 0) {
            return b;
        }
        return a < b || b == a ? a : b;
    }

    public static int addExact(int a, int b) {
        if (Intrinsics.addOverflows(a, b)) {
            throw new ArithmeticException("integer overflow");
        }
        return a + b;
    }

    public static int subtractExact(int a, int b) {
        if (Intrinsics.subtractOverflows(a, b)) {
            throw new ArithmeticException("integer overflow");
        }
        return a - b;
    }

    public static int multiplyExact(int a, int b) {
        if (Intrinsics.multiplyOverflows(a, b)) {
            throw new ArithmeticException("integer overflow");
        }
        return a * b;
    }

    public static long addExact(long a, long b) {
        if (Intrinsics.addOverflows(a, b)) {
            throw new ArithmeticException("long overflow");
        }
        return a + b;
    }

    public static long subtractExact(long a, long b) {
        if (Intrinsics.subtractOverflows(a, b)) {
            throw new ArithmeticException("long overflow");
        }
        return a - b;
    }

    public static long multiplyExact(long a, long b) {
        if (Intrinsics.multiplyOverflows(a, b)) {
            throw new ArithmeticException("long overflow");
        }
        return a * b;
    }

    public static long multiplyExact(long a, int b) {
        return multiplyExact(a, (long) b);
    }

    public static int incrementExact(int a) {
        if (a == Integer.MAX_VALUE) {
            throw new ArithmeticException("integer overflow");
        }
        return a + 1;
    }

    public static int decrementExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("integer overflow");
        }
        return a - 1;
    }

    public static int negateExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("integer overflow");
        }
        return -a;
    }

    public static int absExact(int a) {
        if (a == Integer.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Integer.MIN_VALUE");
        }
        return Intrinsics.abs(a);
    }

    public static long incrementExact(long a) {
        if (a == Long.MAX_VALUE) {
            throw new ArithmeticException("long overflow");
        }
        return a + 1;
    }

    public static long decrementExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("long overflow");
        }
        return a - 1;
    }

    public static long negateExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("long overflow");
        }
        return -a;
    }

    public static long absExact(long a) {
        if (a == Long.MIN_VALUE) {
            throw new ArithmeticException("Overflow to represent absolute value of Long.MIN_VALUE");
        }
        return Intrinsics.abs(a);
    }

    public static int toIntExact(long a) {
        if ((int) a != a) {
            throw new ArithmeticException("integer overflow");
        }
        return (int) a;
    }

    public static long multiplyFull(int a, int b) {
        return (long) a * (long) b;
    }

    public static long multiplyHigh(long a, long b) {
        long a1 = a >> 32;
        long a2 = a & 0xffffffffL;
        long b1 = b >> 32;
        long b2 = b & 0xffffffffL;
        long t = a1 * b2 + (a2 * b2 >>> 32);
        long z = (t & 0xffffffffL) + a2 * b1;
        return a1 * b1 + (t >> 32) + (z >> 32);
    }

    public static int floorMod(int a, int b) {
        int rest = a % b;
        return rest + (b & (rest | -rest) >> 31 & (rest ^ b) >> 31);
    }

    public static long floorMod(long a, long b) {
        long rest = a % b;
        return rest + (b & (rest | -rest) >> 63 & (rest ^ b) >> 63);
    }

    public static int floorMod(long a, int b) {
        return (int) floorMod(a, (long) b);
    }

    public static int floorDiv(int a, int b) {
        int rest = a % b;
        return a / b + ((rest | -rest) >> 31 & (rest ^ b) >> 31);
    }

    public static long floorDiv(long a, long b) {
        long rest = a % b;
        return a / b + ((rest | -rest) >> 63 & (rest ^ b) >> 63);
    }

    public static long floorDiv(long a, int b) {
        return floorDiv(a, (long) b);
    }

    public static int clamp(long value, int low, int high) {
        if (low > high) {
            throw new IllegalArgumentException();
        }
        return (int) min(max(value, low), high);
    }

    public static long clamp(long value, long low, long high) {
        if (low > high) {
            throw new IllegalArgumentException();
        }
        return min(max(value, low), high);
    }

    public static double sqrt(double a) {
        return Intrinsics.sqrt(a);
    }

    public static double floor(double a) {
        return Intrinsics.floor(a);
    }

    public static double ceil(double a) {
        return Intrinsics.ceil(a);
    }

    public static double rint(double a) {
        return Intrinsics.rint(a);
    }

    public static long round(double a) {
        double whole = Intrinsics.floor(a);
        if (a - whole >= 0.5) {
            whole = whole + 1;
        }
        return (long) whole;
    }

    public static int round(float a) {
        double whole = Intrinsics.floor(a);
        if (a - whole >= 0.5) {
            whole = whole + 1;
        }
        return (int) whole;
    }

    public static double fma(double a, double b, double c) {
        return Intrinsics.fma(a, b, c);
    }

    public static float fma(float a, float b, float c) {
        return Intrinsics.fma(a, b, c);
    }

    public static double signum(double a) {
        return a == 0 || a != a ? a : Intrinsics.copySign(1.0, a);
    }

    public static float signum(float a) {
        return a == 0 || a != a ? a : (float) Intrinsics.copySign(1.0, a);
    }

    public static double copySign(double magnitude, double sign) {
        return Intrinsics.copySign(magnitude, sign);
    }

    public static float copySign(float magnitude, float sign) {
        return (float) Intrinsics.copySign(magnitude, sign);
    }

    public static double toRadians(double degrees) {
        return degrees * 0.017453292519943295;
    }

    public static double toDegrees(double radians) {
        return radians * 57.29577951308232;
    }

    public static int getExponent(double a) {
        return (int) (Double.doubleToRawLongBits(a) >>> 52 & 0x7ff) - 1023;
    }

    public static int getExponent(float a) {
        return (Float.floatToRawIntBits(a) >>> 23 & 0xff) - 127;
    }

    public static double ulp(double a) {
        if (a != a) {
            return a;
        }
        double size = Intrinsics.abs(a);
        if (size == Double.POSITIVE_INFINITY) {
            return size;
        }
        return size == Double.MAX_VALUE ? 0x1p971 : nextUp(size) - size;
    }

    public static float ulp(float a) {
        if (a != a) {
            return a;
        }
        float size = Intrinsics.abs(a);
        if (size == Float.POSITIVE_INFINITY) {
            return size;
        }
        return size == Float.MAX_VALUE ? 0x1p104f : nextUp(size) - size;
    }

    public static double nextUp(double a) {
        if (a != a || a == Double.POSITIVE_INFINITY) {
            return a;
        }
        if (a == 0) {
            return Double.MIN_VALUE;
        }
        long bits = Double.doubleToRawLongBits(a);
        return Double.longBitsToDouble(a > 0 ? bits + 1 : bits - 1);
    }

    public static float nextUp(float a) {
        if (a != a || a == Float.POSITIVE_INFINITY) {
            return a;
        }
        if (a == 0) {
            return Float.MIN_VALUE;
        }
        int bits = Float.floatToRawIntBits(a);
        return Float.intBitsToFloat(a > 0 ? bits + 1 : bits - 1);
    }

    public static double nextDown(double a) {
        return -nextUp(-a);
    }

    public static float nextDown(float a) {
        return -nextUp(-a);
    }

    public static double random() {
        double value = Intrinsics.inputDouble();
        Intrinsics.assume(value >= 0 && value < 1);
        return value;
    }

    public static double nextAfter(double start, double direction) {
        if (start > direction) {
            return nextDown(start);
        }
        return start < direction ? nextUp(start) : start == direction ? direction : start + direction;
    }

    public static float nextAfter(float start, double direction) {
        if (start > direction) {
            return nextDown(start);
        }
        return start < direction ? nextUp(start) : start == direction ? (float) direction : start + (float) direction;
    }

    /** Of steps by powers of two only the last can round: the rest of the exponent comes first. */
    public static double scalb(double a, int exponent) {
        int left = max(-2099, min(2099, exponent));
        double result = a * powerOfTwo(left % 512);
        for (int i = left / 512; i > 0; i--) {
            result = result * 0x1p512;
        }
        for (int i = left / 512; i < 0; i++) {
            result = result * 0x1p-512;
        }
        return result;
    }

    public static float scalb(float a, int exponent) {
        return (float) ((double) a * powerOfTwo(max(-278, min(278, exponent))));
    }

    private static double powerOfTwo(int exponent) {
        return Double.longBitsToDouble((long) (exponent + 1023) << 52);
    }

    /** The rest of the quotient that is rounded to the nearest whole number. */
    public static double IEEEremainder(double a, double b) {
        double divisor = Intrinsics.abs(b);
        if (!Double.isFinite(a) || b != b || b == 0) {
            return Double.NaN;
        }
        if (Double.isInfinite(b)) {
            return a;
        }
        double rest = Intrinsics.abs(a);
        if (divisor <= Double.MAX_VALUE / 2) {
            rest = rest % (divisor + divisor);
        }
        boolean tiny = divisor < 0x1p-1000;
        if (tiny ? rest + rest > divisor : rest > 0.5 * divisor) {
            rest = rest - divisor;
            if (tiny ? rest + rest >= divisor : rest >= 0.5 * divisor) {
                rest = rest - divisor;
            }
        }
        return Intrinsics.copySign(1.0, a) < 0 ? -rest : rest;
    }

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
        double result = Intrinsics.approximateDouble("Math.pow");
        if (Intrinsics.isKnown(base) && Intrinsics.isKnown(exponent)) {
            return Functions.pow(base, exponent, result);
        }
        if (Powers.isWhole(base, exponent)) {
            double power = Powers.whole(base, exponent);
            if (power == power) {
                return power;
            }
        }
        if (base > 0) {
            Intrinsics.assume(result >= 0);
        }
        return result;
    }

    public static double sin(double a) {
        return Functions.sin(a);
    }

    public static double cos(double a) {
        return Functions.cos(a);
    }

    public static double tan(double a) {
        return Functions.tan(a);
    }

    public static double asin(double a) {
        return Functions.asin(a);
    }

    public static double acos(double a) {
        return Functions.acos(a);
    }

    public static double atan(double a) {
        return Functions.atan(a);
    }

    public static double exp(double a) {
        return Functions.exp(a);
    }

    public static double expm1(double a) {
        return Functions.expm1(a);
    }

    public static double log(double a) {
        return Functions.log(a);
    }

    public static double log10(double a) {
        return Functions.log10(a);
    }

    public static double log1p(double a) {
        return Functions.log1p(a);
    }

    public static double cbrt(double a) {
        return Functions.cbrt(a);
    }

    public static double sinh(double a) {
        return Functions.sinh(a);
    }

    public static double cosh(double a) {
        return Functions.cosh(a);
    }

    public static double tanh(double a) {
        return Functions.tanh(a);
    }

    public static double atan2(double y, double x) {
        return Functions.atan2(y, x);
    }

    public static double hypot(double a, double b) {
        return Functions.hypot(a, b);
    }
}
