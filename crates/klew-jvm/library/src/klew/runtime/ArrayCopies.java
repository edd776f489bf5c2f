package klew.runtime;

/** Copies of arrays, element by element: how many bytes an array among the inputs has, only its elements tell. */
public final class ArrayCopies {
    private ArrayCopies() {}

    /** A copy of an array; null for any other object. */
    public static Object of(Object array) {
        if (array instanceof Object[]) {
            Object[] elements = (Object[]) array;
            Object[] copy = Intrinsics.newArrayLike(elements, elements.length);
            Intrinsics.copy(elements, 0, copy, 0, elements.length);
            return copy;
        }
        if (array instanceof int[]) {
            int[] elements = (int[]) array;
            int[] copy = new int[elements.length];
            Intrinsics.copy(elements, 0, copy, 0, elements.length);
            return copy;
        }
        if (array instanceof byte[]) {
            byte[] elements = (byte[]) array;
            byte[] copy = new byte[elements.length];
            Intrinsics.copy(elements, 0, copy, 0, elements.length);
            return copy;
        }
        if (array instanceof char[]) {
            char[] elements = (char[]) array;
            char[] copy = new char[elements.length];
            Intrinsics.copy(elements, 0, copy, 0, elements.length);
            return copy;
        }
        if (array instanceof long[]) {
            long[] elements = (long[]) array;
            long[] copy = new long[elements.length];
            Intrinsics.copy(elements, 0, copy, 0, elements.length);
            return copy;
        }
        if (array instanceof boolean[]) {
            boolean[] elements = (boolean[]) array;
            boolean[] copy = new boolean[elements.length];
            Intrinsics.copy(elements, 0, copy, 0, elements.length);
            return copy;
        }
        if (array instanceof short[]) {
            short[] elements = (short[]) array;
            short[] copy = new short[elements.length];
            Intrinsics.copy(elements, 0, copy, 0, elements.length);
            return copy;
        }
        if (array instanceof double[]) {
            double[] elements = (double[]) array;
            double[] copy = new double[elements.length];
            Intrinsics.copy(elements, 0, copy, 0, elements.length);
            return copy;
        }
        if (array instanceof float[]) {
            float[] elements = (float[]) array;
            float[] copy = new float[elements.length];
            Intrinsics.copy(elements, 0, copy, 0, elements.length);
            return copy;
        }
        return null;
    }
}
