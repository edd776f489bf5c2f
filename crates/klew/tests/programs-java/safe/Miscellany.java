import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.concurrent.atomic.AtomicInteger;

public class Miscellany {
    enum Colour {
        RED, GREEN, BLUE
    }

    @Override
    public String toString() {
        return "misc";
    }

    public static void main(String[] args) {
        StringTokenizer tokens = new StringTokenizer("a b,c", " ,");
        assert tokens.countTokens() == 3 && tokens.nextToken().equals("a") && tokens.nextToken().equals("b");
        StringJoiner joiner = new StringJoiner(", ", "[", "]");
        joiner.add("x").add("y");
        assert joiner.toString().equals("[x, y]");
        Map<Colour, Integer> map = new EnumMap<>(Colour.class);
        map.put(Colour.BLUE, 3);
        map.put(Colour.RED, 1);
        assert map.toString().equals("{RED=1, BLUE=3}") && map.get(Colour.GREEN) == null;
        assert Objects.equals(null, null) && Objects.hash(1, 2) == 994 && Objects.requireNonNullElse(null, "e").equals("e");
        AtomicInteger atomic = new AtomicInteger(5);
        assert atomic.incrementAndGet() == 6 && atomic.getAndAdd(4) == 6 && atomic.get() == 10;
        Random seeded = new Random(42);
        assert seeded.nextInt(10) == 0 && seeded.nextInt(10) == 3;
        int die = new Random().nextInt(6) + 1;
        assert die >= 1 && die <= 6 && Math.random() < 1;
        System.out.println(new Miscellany());
        System.err.println("done " + die);
        Object object = new Miscellany();
        assert object.equals(object) && object.hashCode() == object.hashCode() && ("" + object).equals("misc");
        long before = System.nanoTime();
        synchronized (object) {
            assert before == before;
        }
        assert Thread.currentThread().getName().equals("main");
        if (Klew.anyBoolean()) {
            System.exit(3);
            assert false;
        }
    }
}
