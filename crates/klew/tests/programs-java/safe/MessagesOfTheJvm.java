import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Messages of the exceptions that the JVM throws by itself; those of null references are not looked at. */
public class MessagesOfTheJvm {
    interface Shape {}

    static class Square implements Shape {}

    static class Own extends NullPointerException {
        @Override
        public String getMessage() {
            return "own";
        }
    }

    static class Wrapped extends RuntimeException {
        Wrapped(Throwable cause) {
            super(cause);
        }

        @Override
        public String getMessage() {
            return "wrapped";
        }
    }

    static String thrown(Runnable action) {
        try {
            action.run();
            return "nothing";
        } catch (RuntimeException e) {
            return e.getMessage();
        }
    }

    static Object cast(Object object, int to) {
        switch (to) {
            case 0:
                return (String) object;
            case 1:
                return (Shape) object;
            case 2:
                return (Shape[]) object;
            default:
                return (Integer) object;
        }
    }

    static void casts() {
        assert thrown(() -> cast(5, 0)).equals("class java.lang.Integer cannot be cast to class java.lang.String"
                + " (java.lang.Integer and java.lang.String are in module java.base of loader 'bootstrap')");
        assert thrown(() -> cast(new MessagesOfTheJvm(), 1)).equals("class MessagesOfTheJvm cannot be cast to class"
                + " MessagesOfTheJvm$Shape (MessagesOfTheJvm and MessagesOfTheJvm$Shape are in unnamed module of"
                + " loader 'app')");
        assert thrown(() -> cast("x", 1)).equals("class java.lang.String cannot be cast to class"
                + " MessagesOfTheJvm$Shape (java.lang.String is in module java.base of loader 'bootstrap';"
                + " MessagesOfTheJvm$Shape is in unnamed module of loader 'app')");
        assert thrown(() -> cast(new int[1][1], 2)).equals("class [[I cannot be cast to class"
                + " [LMessagesOfTheJvm$Shape; ([[I is in module java.base of loader 'bootstrap';"
                + " [LMessagesOfTheJvm$Shape; is in unnamed module of loader 'app')");
        assert thrown(() -> cast(new Shape[0], 3)).startsWith("class [LMessagesOfTheJvm$Shape; cannot be cast");
        assert thrown(() -> String.class.cast(5)).equals("Cannot cast java.lang.Integer to java.lang.String");
        assert thrown(() -> String.class.asSubclass(Number.class)).equals("class java.lang.String");
    }

    static void arrays() {
        Object[] words = new String[2];
        assert thrown(() -> words[0] = 5).equals("java.lang.Integer");
        assert thrown(() -> words[0] = new int[0]).equals("[I");
        assert thrown(() -> words[0] = new Square()).equals("MessagesOfTheJvm$Square");
        assert thrown(() -> words[5] = null).equals("Index 5 out of bounds for length 2");
        int negative = -words.length;
        assert thrown(() -> use(new int[negative])).equals("-2");
        assert thrown(() -> use(new int[1][negative])).equals("-2");
        assert thrown(() -> use(1 / (negative + 2))).equals("/ by zero");
        assert thrown(() -> "abc".charAt(5)).equals("String index out of range: 5");
        assert thrown(() -> "ab\u1234".charAt(5)).equals("index 5, length 3");
        assert thrown(() -> System.arraycopy(new int[1], 0, new long[1], 0, 1))
                .equals("arraycopy: type mismatch: can not copy int[] into long[]");
    }

    static void use(Object object) {}

    static void ownExceptions() {
        assert thrown(() -> Objects.requireNonNull(null)) == null;
        assert thrown(() -> System.arraycopy(null, 0, null, 0, 1)) == null;
        try {
            throw new NullPointerException();
        } catch (NullPointerException e) {
            assert e.getMessage() == null;
            assert e.toString().equals("java.lang.NullPointerException");
            assert new RuntimeException(e).getMessage().equals("java.lang.NullPointerException");
        }
        try {
            throw new Own();
        } catch (NullPointerException e) {
            assert e.getMessage().equals("own");
        }
        assert new AssertionError((Object) new Own()).getMessage().equals("MessagesOfTheJvm$Own: own");
        assert new AssertionError("x").getMessage().equals("x") && new AssertionError(5).getCause() == null;
    }

    static void notLookedAt(String text, List<Throwable> all) {
        try {
            use(text.length());
            assert false;
        } catch (NullPointerException e) {
            System.out.println(e);
            e.printStackTrace();
            all.add(e);
            all.add(new RuntimeException(e));
            all.add(new IllegalStateException(new RuntimeException(e)));
            all.add(new AssertionError(e));
            assert new RuntimeException("x", e).getMessage().equals("x");
            assert new Wrapped(e).toString().equals("MessagesOfTheJvm$Wrapped: wrapped");
            assert all.get(2).getCause().getCause() == e && all.get(3).getCause() == e;
            for (Throwable one : all) {
                System.err.println(one);
            }
        }
    }

    public static void main(String[] arguments) {
        casts();
        arrays();
        ownExceptions();
        notLookedAt(null, new ArrayList<>());
    }
}
