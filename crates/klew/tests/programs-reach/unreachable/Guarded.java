public class Guarded {
    static int twice(int n) {
        return 2 * n;
    }

    public static void main(String[] args) {
        int n = Klew.anyInt();
        int odd = 0;
        if (twice(n) % 2 != 0) {
            odd = 1; // target
        }
    }
}
