// options: --env LEVEL=3 --sym-env NAME:2 --no-env
/** Variables that are given, and no others. */
public class GivenVariables {
    public static void main(String[] args) {
        assert System.getenv("LEVEL").equals("3");
        String name = System.getenv("NAME");
        assert name.length() <= 2;
        assert name.equals(System.getenv("NAME"));
        assert System.getenv("HOME") == null;
        assert System.getenv("") == null;
    }
}
