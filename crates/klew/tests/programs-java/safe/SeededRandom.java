import java.util.Random;

/** With a seed, the numbers are those of every JDK. */
public class SeededRandom {
    public static void main(String[] args) {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder();
        text.append(random.nextInt(100)).append(' ').append(random.nextInt(64)).append(' ');
        text.append(random.nextInt(-5, 17)).append(' ');
        text.append(random.nextInt(-2000000000, 2000000000)).append(' ').append(random.nextLong());
        text.append(' ').append(random.nextLong(77)).append(' ').append(random.nextLong(-3, 1L << 40));
        text.append(' ').append(random.nextBoolean()).append(' ').append(random.nextInt(1, 9));
        byte[] bytes = new byte[5];
        random.nextBytes(bytes);
        text.append(bytes[0]).append(',').append(bytes[4]);
        String want = "36 40 16 41356089 6425179856112732765 27 559550166151 false 2-23,-33";
        assert text.toString().equals(want);
        assert new Random(42).nextDouble() == 0.7275636800328681;
        assert new Random(42).nextFloat(2f) == 1.4551274f;
        assert new Random(42).ints(3, 0, 6).sum() == 5;
    }
}
