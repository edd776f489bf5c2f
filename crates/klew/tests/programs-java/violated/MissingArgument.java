/** The second of two arguments is the last. */
public class MissingArgument {
    public static void main(String[] args) {
        if (args.length > 1) {
            System.out.println(args[2]); // expect: no-runtime-exception
        }
    }
}
