package java.util;

import java.io.Serializable;
import java.lang.reflect.Array;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import klew.runtime.Failures;
import klew.runtime.Intrinsics;

/** Functions of arrays; sorting is by insertion for short and by merging for long ones. */
public class Arrays {
    private static final int SHORT = 12;

    private Arrays() {}

    private static void checkRange(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        if (from < 0 || to > length) {
            throw new ArrayIndexOutOfBoundsException("Array index out of range: " + (from < 0 ? from : to));
        }
    }

    private static int newLength(int from, int to) {
        int length = to - from;
        if (length < 0) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        return length;
    }

    public static int[] copyOf(int[] a, int length) {
        int[] copy = new int[length];
        int count = Math.min(a.length, length);
        if (count > 0) {
            Intrinsics.copy(a, 0, copy, 0, count);
        }
        return copy;
    }

    public static int[] copyOfRange(int[] a, int from, int to) {
        int[] copy = new int[newLength(from, to)];
        int count = Math.min(a.length - from, copy.length);
        if (from < 0 || count < 0) {
            System.arraycopy(a, from, copy, 0, count); // It throws what it has to.
        } else if (count > 0) {
            Intrinsics.copy(a, from, copy, 0, count);
        }
        return copy;
    }

    public static void fill(int[] a, int value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(int[] a, int from, int to, int value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(int[] a, int[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        return mismatch(a, b) < 0;
    }

    public static boolean equals(int[] a, int aFrom, int aTo, int[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        return equals(copyOfRange(a, aFrom, aTo), copyOfRange(b, bFrom, bTo));
    }

    public static int mismatch(int[] a, int[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++) {
            if (a[i] != b[i]) {
                return i;
            }
        }
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(int[] a, int[] b) {
        if (a == null || b == null) {
            return a == b ? 0 : a == null ? -1 : 1;
        }
        int i = mismatch(a, b);
        if (i >= 0 && i < a.length && i < b.length) {
            return Integer.compare(a[i], b[i]);
        }
        return a.length - b.length;
    }

    public static int hashCode(int[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Integer.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(int[] a) {
        if (a == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static void sort(int[] a) {
        sortRange(a, 0, a.length);
    }

    public static void parallelSort(int[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(int[] a, int from, int to) {
        checkRange(a.length, from, to);
        sortRange(a, from, to);
    }

    private static void sortRange(int[] a, int from, int to) {
        if (to - from > SHORT) {
            mergeSort(a, from, to);
            return;
        }
        for (int i = from + 1; i < to; i++) {
            int moved = a[i];
            int at = i - 1;
            while (at >= from && moved < a[at]) {
                a[at + 1] = a[at];
                at--;
            }
            a[at + 1] = moved;
        }
    }

    private static void mergeSort(int[] a, int from, int to) {
        int middle = from + to >>> 1;
        sortRange(a, from, middle);
        sortRange(a, middle, to);
        int[] left = copyOfRange(a, from, middle);
        int i = 0;
        int right = middle;
        int at = from;
        while (i < left.length) {
            if (right < to && a[right] < left[i]) {
                a[at] = a[right];
                right++;
            } else {
                a[at] = left[i];
                i++;
            }
            at++;
        }
    }

    public static int binarySearch(int[] a, int key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(int[] a, int from, int to, int key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = Integer.compare(a[middle], key);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static long[] copyOf(long[] a, int length) {
        long[] copy = new long[length];
        int count = Math.min(a.length, length);
        if (count > 0) {
            Intrinsics.copy(a, 0, copy, 0, count);
        }
        return copy;
    }

    public static long[] copyOfRange(long[] a, int from, int to) {
        long[] copy = new long[newLength(from, to)];
        int count = Math.min(a.length - from, copy.length);
        if (from < 0 || count < 0) {
            System.arraycopy(a, from, copy, 0, count); // It throws what it has to.
        } else if (count > 0) {
            Intrinsics.copy(a, from, copy, 0, count);
        }
        return copy;
    }

    public static void fill(long[] a, long value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(long[] a, int from, int to, long value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(long[] a, long[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        return mismatch(a, b) < 0;
    }

    public static boolean equals(long[] a, int aFrom, int aTo, long[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        return equals(copyOfRange(a, aFrom, aTo), copyOfRange(b, bFrom, bTo));
    }

    public static int mismatch(long[] a, long[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++) {
            if (a[i] != b[i]) {
                return i;
            }
        }
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(long[] a, long[] b) {
        if (a == null || b == null) {
            return a == b ? 0 : a == null ? -1 : 1;
        }
        int i = mismatch(a, b);
        if (i >= 0 && i < a.length && i < b.length) {
            return Long.compare(a[i], b[i]);
        }
        return a.length - b.length;
    }

    public static int hashCode(long[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Long.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(long[] a) {
        if (a == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static void sort(long[] a) {
        sortRange(a, 0, a.length);
    }

    public static void parallelSort(long[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(long[] a, int from, int to) {
        checkRange(a.length, from, to);
        sortRange(a, from, to);
    }

    private static void sortRange(long[] a, int from, int to) {
        if (to - from > SHORT) {
            mergeSort(a, from, to);
            return;
        }
        for (int i = from + 1; i < to; i++) {
            long moved = a[i];
            int at = i - 1;
            while (at >= from && moved < a[at]) {
                a[at + 1] = a[at];
                at--;
            }
            a[at + 1] = moved;
        }
    }

    private static void mergeSort(long[] a, int from, int to) {
        int middle = from + to >>> 1;
        sortRange(a, from, middle);
        sortRange(a, middle, to);
        long[] left = copyOfRange(a, from, middle);
        int i = 0;
        int right = middle;
        int at = from;
        while (i < left.length) {
            if (right < to && a[right] < left[i]) {
                a[at] = a[right];
                right++;
            } else {
                a[at] = left[i];
                i++;
            }
            at++;
        }
    }

    public static int binarySearch(long[] a, long key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(long[] a, int from, int to, long key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = Long.compare(a[middle], key);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static byte[] copyOf(byte[] a, int length) {
        byte[] copy = new byte[length];
        int count = Math.min(a.length, length);
        if (count > 0) {
            Intrinsics.copy(a, 0, copy, 0, count);
        }
        return copy;
    }

    public static byte[] copyOfRange(byte[] a, int from, int to) {
        byte[] copy = new byte[newLength(from, to)];
        int count = Math.min(a.length - from, copy.length);
        if (from < 0 || count < 0) {
            System.arraycopy(a, from, copy, 0, count); // It throws what it has to.
        } else if (count > 0) {
            Intrinsics.copy(a, from, copy, 0, count);
        }
        return copy;
    }

    public static void fill(byte[] a, byte value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(byte[] a, int from, int to, byte value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(byte[] a, byte[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        return mismatch(a, b) < 0;
    }

    public static boolean equals(byte[] a, int aFrom, int aTo, byte[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        return equals(copyOfRange(a, aFrom, aTo), copyOfRange(b, bFrom, bTo));
    }

    public static int mismatch(byte[] a, byte[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++) {
            if (a[i] != b[i]) {
                return i;
            }
        }
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(byte[] a, byte[] b) {
        if (a == null || b == null) {
            return a == b ? 0 : a == null ? -1 : 1;
        }
        int i = mismatch(a, b);
        if (i >= 0 && i < a.length && i < b.length) {
            return Byte.compare(a[i], b[i]);
        }
        return a.length - b.length;
    }

    public static int hashCode(byte[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Byte.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(byte[] a) {
        if (a == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static void sort(byte[] a) {
        sortRange(a, 0, a.length);
    }

    public static void parallelSort(byte[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(byte[] a, int from, int to) {
        checkRange(a.length, from, to);
        sortRange(a, from, to);
    }

    private static void sortRange(byte[] a, int from, int to) {
        if (to - from > SHORT) {
            mergeSort(a, from, to);
            return;
        }
        for (int i = from + 1; i < to; i++) {
            byte moved = a[i];
            int at = i - 1;
            while (at >= from && moved < a[at]) {
                a[at + 1] = a[at];
                at--;
            }
            a[at + 1] = moved;
        }
    }

    private static void mergeSort(byte[] a, int from, int to) {
        int middle = from + to >>> 1;
        sortRange(a, from, middle);
        sortRange(a, middle, to);
        byte[] left = copyOfRange(a, from, middle);
        int i = 0;
        int right = middle;
        int at = from;
        while (i < left.length) {
            if (right < to && a[right] < left[i]) {
                a[at] = a[right];
                right++;
            } else {
                a[at] = left[i];
                i++;
            }
            at++;
        }
    }

    public static int binarySearch(byte[] a, byte key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(byte[] a, int from, int to, byte key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = Byte.compare(a[middle], key);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static char[] copyOf(char[] a, int length) {
        char[] copy = new char[length];
        int count = Math.min(a.length, length);
        if (count > 0) {
            Intrinsics.copy(a, 0, copy, 0, count);
        }
        return copy;
    }

    public static char[] copyOfRange(char[] a, int from, int to) {
        char[] copy = new char[newLength(from, to)];
        int count = Math.min(a.length - from, copy.length);
        if (from < 0 || count < 0) {
            System.arraycopy(a, from, copy, 0, count); // It throws what it has to.
        } else if (count > 0) {
            Intrinsics.copy(a, from, copy, 0, count);
        }
        return copy;
    }

    public static void fill(char[] a, char value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(char[] a, int from, int to, char value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(char[] a, char[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        return mismatch(a, b) < 0;
    }

    public static boolean equals(char[] a, int aFrom, int aTo, char[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        return equals(copyOfRange(a, aFrom, aTo), copyOfRange(b, bFrom, bTo));
    }

    public static int mismatch(char[] a, char[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++) {
            if (a[i] != b[i]) {
                return i;
            }
        }
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(char[] a, char[] b) {
        if (a == null || b == null) {
            return a == b ? 0 : a == null ? -1 : 1;
        }
        int i = mismatch(a, b);
        if (i >= 0 && i < a.length && i < b.length) {
            return Character.compare(a[i], b[i]);
        }
        return a.length - b.length;
    }

    public static int hashCode(char[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Character.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(char[] a) {
        if (a == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static void sort(char[] a) {
        sortRange(a, 0, a.length);
    }

    public static void parallelSort(char[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(char[] a, int from, int to) {
        checkRange(a.length, from, to);
        sortRange(a, from, to);
    }

    private static void sortRange(char[] a, int from, int to) {
        if (to - from > SHORT) {
            mergeSort(a, from, to);
            return;
        }
        for (int i = from + 1; i < to; i++) {
            char moved = a[i];
            int at = i - 1;
            while (at >= from && moved < a[at]) {
                a[at + 1] = a[at];
                at--;
            }
            a[at + 1] = moved;
        }
    }

    private static void mergeSort(char[] a, int from, int to) {
        int middle = from + to >>> 1;
        sortRange(a, from, middle);
        sortRange(a, middle, to);
        char[] left = copyOfRange(a, from, middle);
        int i = 0;
        int right = middle;
        int at = from;
        while (i < left.length) {
            if (right < to && a[right] < left[i]) {
                a[at] = a[right];
                right++;
            } else {
                a[at] = left[i];
                i++;
            }
            at++;
        }
    }

    public static int binarySearch(char[] a, char key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(char[] a, int from, int to, char key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = Character.compare(a[middle], key);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static short[] copyOf(short[] a, int length) {
        short[] copy = new short[length];
        int count = Math.min(a.length, length);
        if (count > 0) {
            Intrinsics.copy(a, 0, copy, 0, count);
        }
        return copy;
    }

    public static short[] copyOfRange(short[] a, int from, int to) {
        short[] copy = new short[newLength(from, to)];
        int count = Math.min(a.length - from, copy.length);
        if (from < 0 || count < 0) {
            System.arraycopy(a, from, copy, 0, count); // It throws what it has to.
        } else if (count > 0) {
            Intrinsics.copy(a, from, copy, 0, count);
        }
        return copy;
    }

    public static void fill(short[] a, short value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(short[] a, int from, int to, short value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(short[] a, short[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        return mismatch(a, b) < 0;
    }

    public static boolean equals(short[] a, int aFrom, int aTo, short[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        return equals(copyOfRange(a, aFrom, aTo), copyOfRange(b, bFrom, bTo));
    }

    public static int mismatch(short[] a, short[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++) {
            if (a[i] != b[i]) {
                return i;
            }
        }
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(short[] a, short[] b) {
        if (a == null || b == null) {
            return a == b ? 0 : a == null ? -1 : 1;
        }
        int i = mismatch(a, b);
        if (i >= 0 && i < a.length && i < b.length) {
            return Short.compare(a[i], b[i]);
        }
        return a.length - b.length;
    }

    public static int hashCode(short[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Short.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(short[] a) {
        if (a == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static void sort(short[] a) {
        sortRange(a, 0, a.length);
    }

    public static void parallelSort(short[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(short[] a, int from, int to) {
        checkRange(a.length, from, to);
        sortRange(a, from, to);
    }

    private static void sortRange(short[] a, int from, int to) {
        if (to - from > SHORT) {
            mergeSort(a, from, to);
            return;
        }
        for (int i = from + 1; i < to; i++) {
            short moved = a[i];
            int at = i - 1;
            while (at >= from && moved < a[at]) {
                a[at + 1] = a[at];
                at--;
            }
            a[at + 1] = moved;
        }
    }

    private static void mergeSort(short[] a, int from, int to) {
        int middle = from + to >>> 1;
        sortRange(a, from, middle);
        sortRange(a, middle, to);
        short[] left = copyOfRange(a, from, middle);
        int i = 0;
        int right = middle;
        int at = from;
        while (i < left.length) {
            if (right < to && a[right] < left[i]) {
                a[at] = a[right];
                right++;
            } else {
                a[at] = left[i];
                i++;
            }
            at++;
        }
    }

    public static int binarySearch(short[] a, short key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(short[] a, int from, int to, short key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = Short.compare(a[middle], key);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static double[] copyOf(double[] a, int length) {
        double[] copy = new double[length];
        int count = Math.min(a.length, length);
        if (count > 0) {
            Intrinsics.copy(a, 0, copy, 0, count);
        }
        return copy;
    }

    public static double[] copyOfRange(double[] a, int from, int to) {
        double[] copy = new double[newLength(from, to)];
        int count = Math.min(a.length - from, copy.length);
        if (from < 0 || count < 0) {
            System.arraycopy(a, from, copy, 0, count); // It throws what it has to.
        } else if (count > 0) {
            Intrinsics.copy(a, from, copy, 0, count);
        }
        return copy;
    }

    public static void fill(double[] a, double value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(double[] a, int from, int to, double value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(double[] a, double[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        return mismatch(a, b) < 0;
    }

    public static boolean equals(double[] a, int aFrom, int aTo, double[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        return equals(copyOfRange(a, aFrom, aTo), copyOfRange(b, bFrom, bTo));
    }

    public static int mismatch(double[] a, double[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++) {
            if (Double.compare(a[i], b[i]) != 0) {
                return i;
            }
        }
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(double[] a, double[] b) {
        if (a == null || b == null) {
            return a == b ? 0 : a == null ? -1 : 1;
        }
        int i = mismatch(a, b);
        if (i >= 0 && i < a.length && i < b.length) {
            return Double.compare(a[i], b[i]);
        }
        return a.length - b.length;
    }

    public static int hashCode(double[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Double.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(double[] a) {
        if (a == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static void sort(double[] a) {
        sortRange(a, 0, a.length);
    }

    public static void parallelSort(double[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(double[] a, int from, int to) {
        checkRange(a.length, from, to);
        sortRange(a, from, to);
    }

    private static void sortRange(double[] a, int from, int to) {
        if (to - from > SHORT) {
            mergeSort(a, from, to);
            return;
        }
        for (int i = from + 1; i < to; i++) {
            double moved = a[i];
            int at = i - 1;
            while (at >= from && Double.compare(moved, a[at]) < 0) {
                a[at + 1] = a[at];
                at--;
            }
            a[at + 1] = moved;
        }
    }

    private static void mergeSort(double[] a, int from, int to) {
        int middle = from + to >>> 1;
        sortRange(a, from, middle);
        sortRange(a, middle, to);
        double[] left = copyOfRange(a, from, middle);
        int i = 0;
        int right = middle;
        int at = from;
        while (i < left.length) {
            if (right < to && Double.compare(a[right], left[i]) < 0) {
                a[at] = a[right];
                right++;
            } else {
                a[at] = left[i];
                i++;
            }
            at++;
        }
    }

    public static int binarySearch(double[] a, double key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(double[] a, int from, int to, double key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = Double.compare(a[middle], key);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static float[] copyOf(float[] a, int length) {
        float[] copy = new float[length];
        int count = Math.min(a.length, length);
        if (count > 0) {
            Intrinsics.copy(a, 0, copy, 0, count);
        }
        return copy;
    }

    public static float[] copyOfRange(float[] a, int from, int to) {
        float[] copy = new float[newLength(from, to)];
        int count = Math.min(a.length - from, copy.length);
        if (from < 0 || count < 0) {
            System.arraycopy(a, from, copy, 0, count); // It throws what it has to.
        } else if (count > 0) {
            Intrinsics.copy(a, from, copy, 0, count);
        }
        return copy;
    }

    public static void fill(float[] a, float value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(float[] a, int from, int to, float value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(float[] a, float[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        return mismatch(a, b) < 0;
    }

    public static boolean equals(float[] a, int aFrom, int aTo, float[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        return equals(copyOfRange(a, aFrom, aTo), copyOfRange(b, bFrom, bTo));
    }

    public static int mismatch(float[] a, float[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++) {
            if (Float.compare(a[i], b[i]) != 0) {
                return i;
            }
        }
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(float[] a, float[] b) {
        if (a == null || b == null) {
            return a == b ? 0 : a == null ? -1 : 1;
        }
        int i = mismatch(a, b);
        if (i >= 0 && i < a.length && i < b.length) {
            return Float.compare(a[i], b[i]);
        }
        return a.length - b.length;
    }

    public static int hashCode(float[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Float.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(float[] a) {
        if (a == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static void sort(float[] a) {
        sortRange(a, 0, a.length);
    }

    public static void parallelSort(float[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(float[] a, int from, int to) {
        checkRange(a.length, from, to);
        sortRange(a, from, to);
    }

    private static void sortRange(float[] a, int from, int to) {
        if (to - from > SHORT) {
            mergeSort(a, from, to);
            return;
        }
        for (int i = from + 1; i < to; i++) {
            float moved = a[i];
            int at = i - 1;
            while (at >= from && Float.compare(moved, a[at]) < 0) {
                a[at + 1] = a[at];
                at--;
            }
            a[at + 1] = moved;
        }
    }

    private static void mergeSort(float[] a, int from, int to) {
        int middle = from + to >>> 1;
        sortRange(a, from, middle);
        sortRange(a, middle, to);
        float[] left = copyOfRange(a, from, middle);
        int i = 0;
        int right = middle;
        int at = from;
        while (i < left.length) {
            if (right < to && Float.compare(a[right], left[i]) < 0) {
                a[at] = a[right];
                right++;
            } else {
                a[at] = left[i];
                i++;
            }
            at++;
        }
    }

    public static int binarySearch(float[] a, float key) {
        return binarySearch(a, 0, a.length, key);
    }

    public static int binarySearch(float[] a, int from, int to, float key) {
        checkRange(a.length, from, to);
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int order = Float.compare(a[middle], key);
            if (order < 0) {
                low = middle + 1;
            } else if (order > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static boolean[] copyOf(boolean[] a, int length) {
        boolean[] copy = new boolean[length];
        int count = Math.min(a.length, length);
        if (count > 0) {
            Intrinsics.copy(a, 0, copy, 0, count);
        }
        return copy;
    }

    public static boolean[] copyOfRange(boolean[] a, int from, int to) {
        boolean[] copy = new boolean[newLength(from, to)];
        int count = Math.min(a.length - from, copy.length);
        if (from < 0 || count < 0) {
            System.arraycopy(a, from, copy, 0, count); // It throws what it has to.
        } else if (count > 0) {
            Intrinsics.copy(a, from, copy, 0, count);
        }
        return copy;
    }

    public static void fill(boolean[] a, boolean value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(boolean[] a, int from, int to, boolean value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static boolean equals(boolean[] a, boolean[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        return mismatch(a, b) < 0;
    }

    public static boolean equals(boolean[] a, int aFrom, int aTo, boolean[] b, int bFrom, int bTo) {
        checkRange(a.length, aFrom, aTo);
        checkRange(b.length, bFrom, bTo);
        return equals(copyOfRange(a, aFrom, aTo), copyOfRange(b, bFrom, bTo));
    }

    public static int mismatch(boolean[] a, boolean[] b) {
        int shorter = Math.min(a.length, b.length);
        for (int i = 0; i < shorter; i++) {
            if (a[i] != b[i]) {
                return i;
            }
        }
        return a.length == b.length ? -1 : shorter;
    }

    public static int compare(boolean[] a, boolean[] b) {
        if (a == null || b == null) {
            return a == b ? 0 : a == null ? -1 : 1;
        }
        int i = mismatch(a, b);
        if (i >= 0 && i < a.length && i < b.length) {
            return Boolean.compare(a[i], b[i]);
        }
        return a.length - b.length;
    }

    public static int hashCode(boolean[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Boolean.hashCode(a[i]);
        }
        return hash;
    }

    public static String toString(boolean[] a) {
        if (a == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static IntStream stream(int[] a) {
        return stream(a, 0, a.length);
    }

    public static IntStream stream(int[] a, int from, int to) {
        return StreamSupport.intStream(spliterator(a, from, to), false);
    }

    public static Spliterator.OfInt spliterator(int[] a) {
        return Spliterators.spliterator(a, Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    public static Spliterator.OfInt spliterator(int[] a, int from, int to) {
        return Spliterators.spliterator(a, from, to, Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    public static void setAll(int[] a, IntUnaryOperator generator) {
        java.util.Objects.requireNonNull(generator);
        for (int i = 0; i < a.length; i++) {
            a[i] = generator.applyAsInt(i);
        }
    }

    public static LongStream stream(long[] a) {
        return stream(a, 0, a.length);
    }

    public static LongStream stream(long[] a, int from, int to) {
        return StreamSupport.longStream(spliterator(a, from, to), false);
    }

    public static Spliterator.OfLong spliterator(long[] a) {
        return Spliterators.spliterator(a, Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    public static Spliterator.OfLong spliterator(long[] a, int from, int to) {
        return Spliterators.spliterator(a, from, to, Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    public static void setAll(long[] a, IntToLongFunction generator) {
        java.util.Objects.requireNonNull(generator);
        for (int i = 0; i < a.length; i++) {
            a[i] = generator.applyAsLong(i);
        }
    }

    public static DoubleStream stream(double[] a) {
        return stream(a, 0, a.length);
    }

    public static DoubleStream stream(double[] a, int from, int to) {
        return StreamSupport.doubleStream(spliterator(a, from, to), false);
    }

    public static Spliterator.OfDouble spliterator(double[] a) {
        return Spliterators.spliterator(a, Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    public static Spliterator.OfDouble spliterator(double[] a, int from, int to) {
        return Spliterators.spliterator(a, from, to, Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    public static void setAll(double[] a, IntToDoubleFunction generator) {
        java.util.Objects.requireNonNull(generator);
        for (int i = 0; i < a.length; i++) {
            a[i] = generator.applyAsDouble(i);
        }
    }

    public static <T> T[] copyOf(T[] a, int length) {
        // Its class comes first, so null is found before a length that is negative.
        int count = a.length;
        if (length < 0) {
            throw (RuntimeException) Failures.negativeSize(length);
        }
        T[] copy = (T[]) Intrinsics.newArrayLike(a, length);
        count = Math.min(count, length);
        if (count > 0) {
            Intrinsics.copy(a, 0, copy, 0, count);
        }
        return copy;
    }

    public static <T, U> T[] copyOf(U[] a, int length, Class<? extends T[]> type) {
        Object[] copy = (Object) type == Object[].class ? new Object[length]
                : (Object[]) Array.newInstance(type.getComponentType(), length);
        System.arraycopy(a, 0, copy, 0, Math.min(a.length, length));
        return (T[]) copy;
    }

    public static <T> T[] copyOfRange(T[] a, int from, int to) {
        int count = a.length - from;
        int length = newLength(from, to);
        T[] copy = (T[]) Intrinsics.newArrayLike(a, length);
        count = Math.min(count, length);
        if (from < 0 || count < 0) {
            System.arraycopy(a, from, copy, 0, count); // It throws what it has to.
        } else if (count > 0) {
            Intrinsics.copy(a, from, copy, 0, count);
        }
        return copy;
    }

    public static <T, U> T[] copyOfRange(U[] a, int from, int to, Class<? extends T[]> type) {
        int length = newLength(from, to);
        Object[] copy = (Object) type == Object[].class ? new Object[length]
                : (Object[]) Array.newInstance(type.getComponentType(), length);
        System.arraycopy(a, from, copy, 0, Math.min(a.length - from, length));
        return (T[]) copy;
    }

    public static void fill(Object[] a, Object value) {
        for (int i = 0; i < a.length; i++) {
            a[i] = value;
        }
    }

    public static void fill(Object[] a, int from, int to, Object value) {
        checkRange(a.length, from, to);
        for (int i = from; i < to; i++) {
            a[i] = value;
        }
    }

    public static <T> void setAll(T[] a, IntFunction<? extends T> generator) {
        java.util.Objects.requireNonNull(generator);
        for (int i = 0; i < a.length; i++) {
            a[i] = generator.apply(i);
        }
    }

    public static boolean equals(Object[] a, Object[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (!Objects.equals(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    public static boolean deepEquals(Object[] a, Object[] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (!deepEquals(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    static boolean deepEquals(Object a, Object b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null) {
            return false;
        }
        if (a instanceof Object[] && b instanceof Object[]) {
            return deepEquals((Object[]) a, (Object[]) b);
        }
        if (a instanceof int[] && b instanceof int[]) {
            return equals((int[]) a, (int[]) b);
        }
        if (a instanceof long[] && b instanceof long[]) {
            return equals((long[]) a, (long[]) b);
        }
        if (a instanceof byte[] && b instanceof byte[]) {
            return equals((byte[]) a, (byte[]) b);
        }
        if (a instanceof char[] && b instanceof char[]) {
            return equals((char[]) a, (char[]) b);
        }
        if (a instanceof short[] && b instanceof short[]) {
            return equals((short[]) a, (short[]) b);
        }
        if (a instanceof double[] && b instanceof double[]) {
            return equals((double[]) a, (double[]) b);
        }
        if (a instanceof float[] && b instanceof float[]) {
            return equals((float[]) a, (float[]) b);
        }
        if (a instanceof boolean[] && b instanceof boolean[]) {
            return equals((boolean[]) a, (boolean[]) b);
        }
        return a.equals(b);
    }

    static boolean deepEquals0(Object a, Object b) {
        return deepEquals(a, b);
    }

    public static int hashCode(Object[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + Objects.hashCode(a[i]);
        }
        return hash;
    }

    public static int deepHashCode(Object[] a) {
        if (a == null) {
            return 0;
        }
        int hash = 1;
        for (int i = 0; i < a.length; i++) {
            hash = 31 * hash + deepHash(a[i]);
        }
        return hash;
    }

    private static int deepHash(Object a) {
        if (a instanceof Object[]) {
            return deepHashCode((Object[]) a);
        }
        if (a instanceof int[]) {
            return hashCode((int[]) a);
        }
        if (a instanceof long[]) {
            return hashCode((long[]) a);
        }
        if (a instanceof byte[]) {
            return hashCode((byte[]) a);
        }
        if (a instanceof char[]) {
            return hashCode((char[]) a);
        }
        if (a instanceof short[]) {
            return hashCode((short[]) a);
        }
        if (a instanceof double[]) {
            return hashCode((double[]) a);
        }
        if (a instanceof float[]) {
            return hashCode((float[]) a);
        }
        if (a instanceof boolean[]) {
            return hashCode((boolean[]) a);
        }
        return Objects.hashCode(a);
    }

    public static String toString(Object[] a) {
        if (a == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i]);
        }
        return text.append(']').toString();
    }

    public static String deepToString(Object[] a) {
        if (a == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder().append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                text.append(", ");
            }
            text.append(a[i] == a ? "[...]" : deepText(a[i]));
        }
        return text.append(']').toString();
    }

    private static String deepText(Object a) {
        if (a instanceof Object[]) {
            return deepToString((Object[]) a);
        }
        if (a instanceof int[]) {
            return toString((int[]) a);
        }
        if (a instanceof long[]) {
            return toString((long[]) a);
        }
        if (a instanceof byte[]) {
            return toString((byte[]) a);
        }
        if (a instanceof char[]) {
            return toString((char[]) a);
        }
        if (a instanceof short[]) {
            return toString((short[]) a);
        }
        if (a instanceof double[]) {
            return toString((double[]) a);
        }
        if (a instanceof float[]) {
            return toString((float[]) a);
        }
        if (a instanceof boolean[]) {
            return toString((boolean[]) a);
        }
        return String.valueOf(a);
    }

    /** What the JVM says, where the JDK's code may sort in another way, too. */
    private static void check(Object[] a) {
        if (a == null) {
            throw new NullPointerException("Cannot read the array length because \"a\" is null");
        }
    }

    public static void sort(Object[] a) {
        check(a);
        sortRange(a, 0, a.length, null);
    }

    public static void sort(Object[] a, int from, int to) {
        checkRange(a.length, from, to);
        sortRange(a, from, to, null);
    }

    public static <T> void sort(T[] a, Comparator<? super T> order) {
        check(a);
        sortRange(a, 0, a.length, (Comparator<Object>) order);
    }

    public static <T> void sort(T[] a, int from, int to, Comparator<? super T> order) {
        checkRange(a.length, from, to);
        sortRange(a, from, to, (Comparator<Object>) order);
    }

    private static int compare(Object a, Object b, Comparator<Object> order) {
        return order == null ? ((Comparable<Object>) a).compareTo(b) : order.compare(a, b);
    }

    /** The JDK's own, as a program may see what is compared, and in which order. */
    private static void sortRange(Object[] a, int from, int to, Comparator<Object> order) {
        if (order == null) {
            ComparableTimSort.sort(a, from, to, null, 0, 0);
        } else {
            TimSort.sort(a, from, to, order, null, 0, 0);
        }
    }

    public static int binarySearch(Object[] a, Object key) {
        return search(a, 0, a.length, key, null);
    }

    public static int binarySearch(Object[] a, int from, int to, Object key) {
        checkRange(a.length, from, to);
        return search(a, from, to, key, null);
    }

    public static <T> int binarySearch(T[] a, T key, Comparator<? super T> order) {
        return search(a, 0, a.length, key, (Comparator<Object>) order);
    }

    private static int search(Object[] a, int from, int to, Object key, Comparator<Object> order) {
        int low = from;
        int high = to - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            int found = compare(a[middle], key, order);
            if (found < 0) {
                low = middle + 1;
            } else if (found > 0) {
                high = middle - 1;
            } else {
                return middle;
            }
        }
        return -(low + 1);
    }

    public static <T> Stream<T> stream(T[] a) {
        return stream(a, 0, a.length);
    }

    public static <T> Stream<T> stream(T[] a, int from, int to) {
        return StreamSupport.stream(spliterator(a, from, to), false);
    }

    public static <T> Spliterator<T> spliterator(T[] a) {
        return Spliterators.spliterator(a, Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    public static <T> Spliterator<T> spliterator(T[] a, int from, int to) {
        return Spliterators.spliterator(a, from, to, Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    public static <T> List<T> asList(T... a) {
        return new ArrayList<>(a);
    }

    /** Its iterator, which removes nothing. */
    private static class ArrayItr<E> implements Iterator<E> {
        private int cursor;
        private final E[] a;

        ArrayItr(E[] array) {
            a = array;
        }

        @Override
        public boolean hasNext() {
            return cursor < a.length;
        }

        @Override
        public E next() {
            int i = cursor;
            if (i >= a.length) {
                throw new NoSuchElementException();
            }
            cursor = i + 1;
            return a[i];
        }
    }

    /** A list of fixed size on an array. */
    private static class ArrayList<E> extends AbstractList<E> implements RandomAccess, Serializable {
        private final E[] a;

        ArrayList(E[] array) {
            if (array == null) {
                throw new NullPointerException();
            }
            a = array;
        }

        @Override
        public int size() {
            return a.length;
        }

        @Override
        public Object[] toArray() {
            Object[] copy = new Object[a.length];
            if (a.length > 0) {
                Intrinsics.copy(a, 0, copy, 0, a.length);
            }
            return copy;
        }

        @Override
        public <T> T[] toArray(T[] target) {
            int size = a.length;
            if (target.length < size) {
                return Arrays.copyOf(a, size, (Class<? extends T[]>) target.getClass());
            }
            System.arraycopy(a, 0, target, 0, size);
            if (target.length > size) {
                target[size] = null;
            }
            return target;
        }

        @Override
        public Iterator<E> iterator() {
            return new ArrayItr<>(a);
        }

        @Override
        public E get(int index) {
            return a[index];
        }

        @Override
        public E set(int index, E element) {
            E old = a[index];
            a[index] = element;
            return old;
        }

        @Override
        public int indexOf(Object o) {
            for (int i = 0; i < a.length; i++) {
                if (Objects.equals(o, a[i])) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public boolean contains(Object o) {
            return indexOf(o) >= 0;
        }

        @Override
        public void forEach(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            for (int i = 0; i < a.length; i++) {
                action.accept(a[i]);
            }
        }

        @Override
        public void replaceAll(UnaryOperator<E> operator) {
            Objects.requireNonNull(operator);
            for (int i = 0; i < a.length; i++) {
                a[i] = operator.apply(a[i]);
            }
        }

        @Override
        public void sort(Comparator<? super E> order) {
            Arrays.sort(a, order);
        }
    }
}
