/**
 * A ring buffer that grows. Growing copies the elements in the order of the array rather than in that of the
 * ring, which shows only if the ring has turned before it grows.
 */
public final class Ring {
    private int[] elements = new int[2];
    private int first;
    private int count;

    void add(int element) {
        if (count == elements.length) {
            int[] larger = new int[2 * count];
            System.arraycopy(elements, 0, larger, 0, count);
            elements = larger;
            first = 0;
        }
        elements[(first + count) % elements.length] = element;
        count++;
    }

    int remove() {
        int element = elements[first];
        first = (first + 1) % elements.length;
        count--;
        return element;
    }

    public static void main(String[] arguments) {
        Ring ring = new Ring();
        int next = 0;
        int expected = 0;
        for (int step = 0; step < 6; step++) {
            if (Klew.anyBoolean()) {
                ring.add(next++);
            } else if (expected < next) {
                assert ring.remove() == expected : "out of order";
                expected++;
            }
        }
    }
}
