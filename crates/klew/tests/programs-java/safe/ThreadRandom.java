// Random numbers of a thread are inputs within their bounds.
import java.util.concurrent.*;
public class ThreadRandom {
    public static void main(String[] a) {
        int x = ThreadLocalRandom.current().nextInt(5);
        assert x>=0 && x<5;
        int y = ThreadLocalRandom.current().nextInt(3,7);
        assert y>=3&&y<7;
        double d = ThreadLocalRandom.current().nextDouble();
        assert d>=0&&d<1;
        long l=ThreadLocalRandom.current().nextLong(10);
        assert l<10&&l>=0;
        boolean b = ThreadLocalRandom.current().nextBoolean();
    }
}
