// A loop without a bound.
// options: --max-depth 12
public class Loop {
    public static void main(String[] arguments) {
        int rounds = 0;
        while (Klew.anyBoolean()) {
            rounds++;
            assert rounds > 0;
        }
    }
}
