import java.util.Random;

/** A run in the JVM rolls its own dice. */
public class Dice {
    public static void main(String[] args) {
        int roll = new Random().nextInt(1000000) + 1;
        assert roll != 1000000;
    }
}
