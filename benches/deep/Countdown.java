// A loop of as many turns as an input says stands before the only comparison with that input.
public class Countdown {
    public static void main(String[] args) {
        int turns = Klew.anyInt();
        int done = 0;
        while (done < turns) {
            done++;
        }
        int[] table = new int[4];
        if (turns == 100_000) {
            table[done - 99_996]++; // expect: no-runtime-exception
        }
    }
}
