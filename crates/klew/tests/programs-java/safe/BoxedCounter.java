// options: --engine segments
/** Objects that are made anew in each turn take the place of the last turn's: boxed numbers, and positions that never change. */
public class BoxedCounter {
    record Position(int steps, int left) {}

    public static void main(String[] args) {
        Integer count = 0;
        Integer most = Klew.anyInt();
        for (Integer i = 0; i < most; i++) {
            count = count + 1;
            assert count == i + 1;
        }
        if (most >= 0) {
            walk(most);
        }
    }

    private static void walk(int length) {
        Position at = new Position(0, length);
        while (at.left() > 0) {
            at = new Position(at.steps() + 1, at.left() - 1);
            assert at.steps() + at.left() == length;
        }
    }
}
