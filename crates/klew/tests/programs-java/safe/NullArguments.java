// What the JVM says where code of the library, of which klew has models, fails on an argument that is null.

import java.io.ObjectStreamField;
import java.util.Arrays;
import java.util.TreeMap;

public class NullArguments {
    enum Colour {
        RED
    }

    interface Code {
        Object run();
    }

    static void says(String message, Code code) {
        try {
            code.run();
        } catch (NullPointerException exception) {
            assert message.equals(exception.getMessage());
            return;
        }
        assert false;
    }

    public static void main(String[] args) {
        says("Cannot invoke \"Object.getClass()\" because \"other\" is null", () -> Colour.RED.compareTo(null));
        says("Cannot invoke \"java.lang.CharSequence.toString()\" because \"s\" is null", () -> "a".contains(null));
        says("Cannot invoke \"java.lang.CharSequence.toString()\" because \"replacement\" is null",
                () -> "a".replace("b", null));
        says("Cannot read field \"value\" because \"anotherInteger\" is null",
                () -> Integer.valueOf(1).compareTo(null));
        says("Cannot invoke \"String.isEmpty()\" because \"str\" is null", () -> "a".concat(null));
        says("Cannot invoke \"String.length()\" because \"str\" is null", () -> new StringBuilder((String) null));
        says("Cannot invoke \"String.coder()\" because \"str\" is null", () -> "a".indexOf(null));
        says("Cannot invoke \"Object.getClass()\" because \"original\" is null",
                () -> Arrays.copyOf((Object[]) null, Klew.anyInt("length")));
        // What models call by themselves does not hide what callers do.
        assert String.format("%,d", 1234).equals("1,234");
        assert new ObjectStreamField("x", int.class).compareTo(new ObjectStreamField("a", String.class)) == -1;
        says("Cannot read field \"value\" because \"anotherString\" is null", () -> "a".compareTo(null));
        try {
            new TreeMap<Object, Integer>().containsKey(new int[] {1});
            assert false;
        } catch (ClassCastException exception) {
            assert exception.getMessage().equals("class [I cannot be cast to class java.lang.Comparable "
                    + "([I and java.lang.Comparable are in module java.base of loader 'bootstrap')");
        }
    }
}
