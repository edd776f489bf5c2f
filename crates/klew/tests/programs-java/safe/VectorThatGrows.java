// options: --engine segments
// A vector whose array is twice as long each time that it is full.
public class VectorThatGrows {
    private int[] items = new int[2];
    private int used;

    void push(int item) {
        if (used == items.length) {
            int[] more = new int[2 * items.length];
            for (int i = 0; i < used; i++) {
                more[i] = items[i];
            }
            items = more;
        }
        items[used++] = item;
    }

    public static void main(String[] arguments) {
        VectorThatGrows vector = new VectorThatGrows();
        while (Klew.anyBoolean() && vector.used < 100000) {
            if (Klew.anyBoolean()) {
                vector.push(Klew.anyInt());
            } else if (vector.used > 0) {
                vector.items[--vector.used] = 0;
            }
        }
        assert vector.used >= 0 && vector.used <= vector.items.length;
    }
}
