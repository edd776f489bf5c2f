// Coins and pushes alternate; only the fortieth push in a row without a mistake breaks it.
public class Turnstile {
    public static void main(String[] args) {
        int pushes = 0;
        boolean open = false;
        for (int turn = 0; turn < 80; turn++) {
            boolean coin = Klew.anyBoolean();
            if (coin == open) {
                return;
            }
            if (!coin) {
                pushes++;
            }
            open = coin;
        }
        int key = Klew.anyInt();
        if (pushes == 40 && key * 3 == 0x12345) {
            throw new ArithmeticException("worn out"); // expect: no-runtime-exception
        }
    }
}
