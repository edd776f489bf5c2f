// A native method of the program's own.
public class Native {
    static native int outside();

    public static void main(String[] arguments) {
        if (Klew.anyInt() == 5) {
            assert outside() == 1;
        }
    }
}
