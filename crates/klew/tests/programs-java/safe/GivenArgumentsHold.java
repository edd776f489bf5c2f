// options: --sym-args 1 1 2 --sym-args 0 1 1
/** No more and no longer arguments than given. */
public class GivenArgumentsHold {
    public static void main(String[] args) {
        assert args.length == 1 || args.length == 2;
        assert args[0].length() <= 2;
        assert args.length < 2 || args[1].length() <= 1;
        for (String arg : args) {
            assert arg.indexOf('\0') < 0;
        }
    }
}
