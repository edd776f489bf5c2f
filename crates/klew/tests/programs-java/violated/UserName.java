/** A user may be called anything. */
public class UserName {
    public static void main(String[] args) {
        String user = System.getProperty("user.name");
        assert !user.startsWith("bob"); // expect: assertion
    }
}
