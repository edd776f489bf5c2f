// A protocol of twelve states; a wrong command begins anew, and there are twenty commands.
public class Machine {
    private static final int[] ORDER = {17, 4, 250, 33, 9, 121, 64, 5, 88, 199, 2, 71};

    public static void main(String[] args) {
        int state = 0;
        for (int turn = 0; turn < 20; turn++) {
            int command = Klew.anyByte() & 0xff;
            state = command == ORDER[state] ? state + 1 : 0;
            if (state == ORDER.length) {
                throw new IllegalStateException("last state"); // expect: no-runtime-exception
            }
        }
    }
}
