// options: --sym-env NAME:4
/** A variable of at most four characters. */
public class GivenVariable {
    public static void main(String[] args) {
        String name = System.getenv("NAME");
        assert name.length() < 4 || !name.endsWith("z"); // expect: assertion
    }
}
