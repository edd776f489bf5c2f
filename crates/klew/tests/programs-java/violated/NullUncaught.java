/** The JVM prints the message, no code of the program reads it. */
public class NullUncaught {
    static int length(String text) {
        return text.length(); // expect: no-runtime-exception
    }

    public static void main(String[] arguments) {
        int length = length(Klew.anyInt() == 5 ? null : "x");
        System.out.println(length);
    }
}
