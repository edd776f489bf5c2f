package org.sosy_lab.sv_benchmarks;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Stands for the class of SV-COMP's Java programs and hands out recorded input. Written by klew. */
public final class Verifier {
    private Verifier() {}

    // Classes in packages cannot name KlewInput, which is in none.
    private static Object call(String method) {
        try {
            Method next = Class.forName("KlewInput").getMethod(method);
            return next.invoke(null);
        } catch (ReflectiveOperationException error) {
            throw new Error(error);
        }
    }

    public static void assume(boolean condition) {
        try {
            Method assume = Class.forName("KlewInput").getMethod("assume", boolean.class);
            assume.invoke(null, condition);
        } catch (InvocationTargetException error) {
            throw new Error(error.getCause());
        } catch (ReflectiveOperationException error) {
            throw new Error(error);
        }
    }

    public static boolean nondetBoolean() {
        return (boolean) call("nextBoolean");
    }

    public static byte nondetByte() {
        return (byte) call("nextByte");
    }

    public static char nondetChar() {
        return (char) call("nextChar");
    }

    public static short nondetShort() {
        return (short) call("nextShort");
    }

    public static int nondetInt() {
        return (int) call("nextInt");
    }

    public static long nondetLong() {
        return (long) call("nextLong");
    }

    public static float nondetFloat() {
        return (float) call("nextFloat");
    }

    public static double nondetDouble() {
        return (double) call("nextDouble");
    }

    public static String nondetString() {
        return (String) call("nextString");
    }
}
