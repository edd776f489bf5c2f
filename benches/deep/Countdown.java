// A loop of as many turns as an input says stands before the only comparison with that input.
public class Countdown {
    public static void main(String[] args) {
        int turns = Klew.anyInt();
        int[] ring = new int[8];
        int done = 0;
        while (done < turns) {
            ring[done & 7] = done;
            done++;
        }
        int digest = 0;
        for (int i = 0; i < 4096; i++) {
            digest = digest * 31 + ring[i & 7];
        }
        if (digest == 1) {
            return;
        }
        int[] table = new int[4];
        if (turns == 100_000) {
            table[done - 99_996]++; // expect: no-runtime-exception
        }
    }
}
