/** A variable may be set to any string. */
public class HomeVariable {
    public static void main(String[] args) {
        String home = System.getenv("HOME");
        if (home != null && !home.isEmpty()) {
            assert home.equals(System.getenv("HOME"));
            assert home.charAt(0) == '/'; // expect: assertion
        }
    }
}
