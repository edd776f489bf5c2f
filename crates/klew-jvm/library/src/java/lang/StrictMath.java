package java.lang;

import klew.runtime.Intrinsics;
import klew.runtime.Logarithms;
import klew.runtime.Powers;

/** Functions of numbers; transcendental ones are approximated: any result in their range. */
public final class StrictMath {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;
    public static final double TAU = 2.0 * PI;

    private StrictMath() {}

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
        return size == Double.MAX_VALUE ? 0x1p971 : nextUp(size) - size;
    }

    public static float ulp(float a) {
        if (a != a) {
            return a;
        }
        float size = Intrinsics.abs(a);
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

    public static double pow(double base, double exponent) {
        return Powers.pow(base, exponent);
    }

    public static double sin(double a) {
        if (a != a || a == 0) {
            return a;
        }
        if (Double.isInfinite(a)) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.sin");
        Intrinsics.assume(result >= -1 && result <= 1);
        return result;
    }

    public static double cos(double a) {
        if (a == 0) {
            return 1.0;
        }
        if (!Double.isFinite(a)) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.cos");
        Intrinsics.assume(result >= -1 && result <= 1);
        return result;
    }

    public static double tan(double a) {
        if (a != a || a == 0) {
            return a;
        }
        if (Double.isInfinite(a)) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.tan");
        return result;
    }

    public static double asin(double a) {
        if (a != a || a == 0) {
            return a;
        }
        if (a > 1 || a < -1) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.asin");
        Intrinsics.assume(result >= -1.6 && result <= 1.6);
        return result;
    }

    public static double acos(double a) {
        if (a == 1) {
            return 0.0;
        }
        if (!(a <= 1 && a >= -1)) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.acos");
        Intrinsics.assume(result >= 0 && result <= 3.2);
        return result;
    }

    public static double atan(double a) {
        if (a != a || a == 0) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.atan");
        Intrinsics.assume(result >= -1.6 && result <= 1.6);
        return result;
    }

    public static double atan2(double y, double x) {
        if (y != y || x != x) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.atan2");
        Intrinsics.assume(result >= -3.2 && result <= 3.2);
        return result;
    }

    public static double exp(double a) {
        if (a == 0) {
            return 1.0;
        }
        if (a != a || a == Double.POSITIVE_INFINITY) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.exp");
        Intrinsics.assume(result >= 0);
        return result;
    }

    public static double expm1(double a) {
        if (a != a || a == 0) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.expm1");
        Intrinsics.assume(result >= -1);
        return result;
    }

    public static double log(double a) {
        return Logarithms.log(a);
    }

    public static double log10(double a) {
        if (a == 1) {
            return 0.0;
        }
        if (a == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        if (!(a > 0)) {
            return Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.log10");
        Intrinsics.assume(result == result);
        return result;
    }

    public static double log1p(double a) {
        if (a != a || a == 0) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.log1p");
        return result;
    }

    public static double cbrt(double a) {
        if (a != a || a == 0) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.cbrt");
        Intrinsics.assume(result > 0 == a > 0);
        return result;
    }

    public static double sinh(double a) {
        if (a != a || a == 0) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.sinh");
        return result;
    }

    public static double cosh(double a) {
        if (a == 0) {
            return 1.0;
        }
        if (a != a) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.cosh");
        Intrinsics.assume(result >= 1);
        return result;
    }

    public static double tanh(double a) {
        if (a != a || a == 0) {
            return a;
        }
        double result = Intrinsics.approximateDouble("Math.tanh");
        Intrinsics.assume(result >= -1 && result <= 1);
        return result;
    }

    public static double hypot(double a, double b) {
        if (a == 0) {
            return Intrinsics.abs(b);
        }
        if (b == 0) {
            return Intrinsics.abs(a);
        }
        if (a != a || b != b) {
            return Double.isInfinite(a) || Double.isInfinite(b) ? Double.POSITIVE_INFINITY : Double.NaN;
        }
        double result = Intrinsics.approximateDouble("Math.hypot");
        Intrinsics.assume(result >= 0);
        return result;
    }
}
