// A sensor must be read 5,000 times before one assignment matters; each reading forks.
public class Warmup {
    public static void main(String[] args) {
        int readings = Klew.anyInt();
        int code = Klew.anyInt();
        int high = 0;
        boolean warm = false;
        for (int turn = 0; turn < readings; turn++) {
            if ((turn & 7) == (code & 7)) {
                high++;
            }
            if (turn == 5_000) {
                warm = true;
            }
        }
        if (warm && readings == 5_040 && code == 0x5eed01) {
            throw new IllegalStateException("warm: " + high); // expect: no-runtime-exception
        }
    }
}
