// options: --sym-args 1 1 3 --sym-args 0 1 2
/** Groups of arguments add up. */
public class GivenArguments {
    public static void main(String[] args) {
        assert args.length >= 1 && args.length <= 2;
        assert args[0].length() <= 3;
        if (args.length == 2 && args[0].length() == 3) {
            assert !args[1].equals("no"); // expect: assertion
        }
    }
}
