/** Clocks do not go back. */
public class Clocks {
    public static void main(String[] args) {
        long start = System.nanoTime();
        long date = System.currentTimeMillis();
        long middle = System.nanoTime();
        long laterDate = System.currentTimeMillis();
        long end = System.nanoTime();
        assert middle - start >= 0;
        assert end - start >= middle - start;
        assert date > 0 && laterDate >= date;
    }
}
