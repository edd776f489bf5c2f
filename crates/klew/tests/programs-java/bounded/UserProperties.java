/** Properties of the user are strings, the same at each call. */
public class UserProperties {
    public static void main(String[] args) {
        String home = System.getProperty("user.home");
        assert home != null;
        assert home == System.getProperty("user.home") || home.equals(System.getProperty("user.home"));
    }
}
