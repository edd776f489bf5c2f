// What the JVM says of null references: which action failed, and what was null.

import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

public class NullMessages {
    interface Code {
        void run() throws Exception;
    }

    enum Color { RED }

    static int[] numbers;
    int[][] grid;
    NullMessages next;
    String text;
    long wide;

    NullMessages self() {
        return next;
    }

    static NullMessages make(Object o, String s, StringBuilder b, int[] a, long l, String[] t) {
        return null;
    }

    static String named(String s) {
        switch (s) {
            case "a": return "x";
            default: return "y";
        }
    }

    static int color(Color c) {
        switch (c) {
            case RED: return 1;
            default: return 2;
        }
    }

    static int later(boolean again, String s) {
        int sum = 0;
        for (int i = 0; i < 2; i++) {
            if (i == 1) {
                sum += s.length();
            }
            String t = again ? s : "";
            sum += t.length();
        }
        return sum;
    }

    static void says(String message, Code code) {
        try {
            code.run();
        } catch (Exception exception) {
            assert exception instanceof NullPointerException;
            String said = exception.getMessage();
            assert message == null ? said == null : message.equals(said);
            return;
        }
        assert false;
    }

    public static void main(String[] args) {
        NullMessages x = new NullMessages();
        says("Cannot store to int array because \"NullMessages.numbers\" is null", () -> numbers[3] = 1);
        says("Cannot load from object array because \"x.grid\" is null", () -> x.grid[1][0] = 5);
        says("Cannot store to int array because \"y.grid[200]\" is null", () -> {
            NullMessages y = new NullMessages();
            y.grid = new int[300][];
            y.grid[200][-129] = 5;
        });
        says("Cannot read field \"next\" because \"x.next\" is null", () -> x.next.next.text.length());
        says("Cannot invoke \"String.length()\" because \"x.text\" is null", () -> x.text.length());
        says("Cannot invoke \"NullMessages.self()\" because the return value of \"NullMessages.make(Object, String, "
                + "StringBuilder, int[], long, String[])\" is null",
                () -> make(null, null, null, null, 1, null).self().wide = 4);
        says("Cannot invoke \"String.hashCode()\" because \"<local1>\" is null", () -> named(null));
        says("Cannot invoke \"NullMessages$Color.ordinal()\" because \"c\" is null", () -> color(null));
        says("Cannot invoke \"[I.clone()\" because \"a\" is null", () -> {
            int[] a = null;
            a.clone();
        });
        says("Cannot invoke \"java.util.List.iterator()\" because \"null\" is null", () -> {
            for (String s : (List<String>) null) {
                s.length();
            }
        });
        says("Cannot throw exception because \"null\" is null", () -> {
            throw null;
        });
        says("Cannot enter synchronized block", () -> {
            synchronized (x.next == null ? null : "") {
                x.wide++;
            }
        });
        says("Cannot invoke \"java.lang.Integer.intValue()\" because \"i\" is null", () -> {
            Integer i = null;
            i++;
        });
        says("Cannot invoke \"String.length()\"", () -> (x.next == null ? null : "").length());
        says("Cannot invoke \"String.length()\" because \"s\" is null", () -> later(false, null));
        says("Cannot invoke \"java.lang.Integer.intValue()\" because the return value of "
                + "\"java.util.function.IntFunction.apply(int)\" is null", () -> {
            IntFunction<Integer> f = i -> null;
            int z = f.apply(1);
        });
        says(null, () -> {
            Function<String, Integer> f = String::length;
            f.apply(null);
        });
        says(null, () -> {
            throw new NullPointerException();
        });
        Exception outer = null;
        try {
            x.text.length();
        } catch (NullPointerException inner) {
            outer = new RuntimeException(inner);
        }
        assert outer.getMessage().equals("java.lang.NullPointerException: Cannot invoke \"String.length()\" because "
                + "\"x.text\" is null");
    }
}
