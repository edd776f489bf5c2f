// options: --max-depth 6
public class EndlessLoop {
    public static void main(String[] args) {
        int n = Klew.anyInt("n");
        int steps = 0;
        while (n != 1 && n > 0) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
            steps++;
        }
        assert steps >= 0;
    }
}
