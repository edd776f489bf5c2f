/** The message of a failed cast is that of the JVM. */
public class CastMessageRead {
    public static void main(String[] arguments) {
        Object object = Klew.anyInt() == 5 ? "x" : (Object) 1;
        try {
            Integer number = (Integer) object;
            System.out.println(number);
        } catch (ClassCastException e) {
            assert !e.getMessage().startsWith("class java.lang.String cannot be cast to"); // expect: assertion
        }
    }
}
