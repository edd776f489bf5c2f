package klew.runtime;

/** What the models ask of the lowering; each method is described in INTRINSICS.md. */
public final class Intrinsics {
    private Intrinsics() {}

    public static native boolean inputBoolean();
    public static native byte inputByte();
    public static native char inputChar();
    public static native short inputShort();
    public static native int inputInt();
    public static native long inputLong();
    public static native float inputFloat();
    public static native double inputDouble();
    public static native void inputChars(char[] content);

    public static native boolean approximateBoolean(String what);
    public static native int approximateInt(String what);
    public static native long approximateLong(String what);
    public static native float approximateFloat(String what);
    public static native double approximateDouble(String what);

    public static native void assume(boolean condition);
    /** An element that is known to be there. */
    public static native char element(char[] content, int index);
    /** So many elements of both are the same. */
    public static native void assumeSame(char[] left, int from, char[] right, int otherFrom, int count);
    /** None of so many elements is this one. */
    public static native void assumeNone(char[] content, int from, char character, int count);
    /** None of so many elements is above this one. */
    public static native void assumeAtMost(char[] content, int from, char most, int count);
    /** At none of so many places does the other text begin, the other place is 0. */
    public static native void assumeNowhere(char[] content, int from, char[] text, int textFrom, int count);
    /** So many elements of the first are those of the other as small or capital letters of ASCII. */
    public static native void assumeLower(char[] content, int from, char[] other, int otherFrom, int count);
    public static native void assumeUpper(char[] content, int from, char[] other, int otherFrom, int count);
    /** So many elements of the first are those of the other, but for one that became another one. */
    public static native void assumeReplaced(char[] content, char[] other, char old, char with, int count);
    /** A function of all elements gives this number. */
    public static native void assumeDigest(char[] content, int digest);
    public static native RuntimeException unsupported(String what);
    public static native RuntimeException bound(String which);
    /** Runs that go on are beyond that bound: they are followed only as long as it need not be named. */
    public static native void goBeyond(String which);
    public static native RuntimeException exit();

    public static native boolean inside(String set, int number);
    public static native int lookup(String map, int number);
    public static native int release();
    public static native boolean isKnown(int value);
    public static native boolean isKnown(double value);

    public static native int tag(Object object);
    public static native Class<?> classOf(Object object);
    public static native Class<?> primitive(String name);
    public static native Object shallowCopy(Object object);
    public static native String nullMessage(int place);
    public static native int identityNumber(Object object);
    public static native void identityNumber(Object object, int number);
    public static native boolean sameReference(Object left, Object right);

    public static native void copy(boolean[] source, int from, boolean[] target, int to, int count);
    public static native void copy(byte[] source, int from, byte[] target, int to, int count);
    public static native void copy(char[] source, int from, char[] target, int to, int count);
    public static native void copy(short[] source, int from, short[] target, int to, int count);
    public static native void copy(int[] source, int from, int[] target, int to, int count);
    public static native void copy(long[] source, int from, long[] target, int to, int count);
    public static native void copy(float[] source, int from, float[] target, int to, int count);
    public static native void copy(double[] source, int from, double[] target, int to, int count);
    public static native void copy(Object[] source, int from, Object[] target, int to, int count);

    public static native Object[] newArrayLike(Object[] array, int length);
    public static native Object newArray(Class<?> component, int length);
    public static native Object[] enumConstants(Class<?> enumeration);
    public static native String[] literals();
    public static native boolean isInstance(Class<?> type, Object object);
    public static native boolean isAssignable(Class<?> from, Class<?> to);

    public static native int floatToBits(float value);
    public static native float bitsToFloat(int bits);
    public static native long doubleToBits(double value);
    public static native double bitsToDouble(long bits);
    public static native double sqrt(double value);
    public static native double floor(double value);
    public static native double ceil(double value);
    public static native double rint(double value);
    public static native double truncate(double value);
    public static native double fma(double a, double b, double c);
    public static native float fma(float a, float b, float c);

    public static native float abs(float value);
    public static native double abs(double value);
    public static native double copySign(double magnitude, double sign);

    public static native int min(int a, int b);
    public static native int max(int a, int b);
    public static native int abs(int value);
    public static native long min(long a, long b);
    public static native long max(long a, long b);
    public static native long abs(long value);
    public static native int bitCount(int value);
    public static native int leadingZeros(int value);
    public static native int trailingZeros(int value);
    public static native int reverse(int value);
    public static native int reverseBytes(int value);
    public static native int bitCount(long value);
    public static native int leadingZeros(long value);
    public static native int trailingZeros(long value);
    public static native long reverse(long value);
    public static native long reverseBytes(long value);
    public static native boolean addOverflows(int a, int b);
    public static native boolean subtractOverflows(int a, int b);
    public static native boolean multiplyOverflows(int a, int b);
    public static native boolean addOverflows(long a, long b);
    public static native boolean subtractOverflows(long a, long b);
    public static native boolean multiplyOverflows(long a, long b);
}
