/** A ring of ints. */
// suite: --entry RingBuffer.put; --entry RingBuffer.get; --entry RingBuffer.sum
public class RingBuffer {
    private int[] elements;
    private int first;
    private int count;

    private boolean isSound() {
        return elements != null && elements.length > 0 && elements.length <= 4 && first >= 0
                && first < elements.length && count >= 0 && count <= elements.length;
    }

    boolean put(int value) {
        if (!isSound()) {
            throw new IllegalStateException();
        }
        if (count == elements.length) {
            return false;
        }
        elements[(first + count) % elements.length] = value;
        count++;
        return true;
    }

    int get() {
        if (!isSound() || count == 0) {
            throw new IllegalStateException();
        }
        int value = elements[first];
        first = first + 1 == elements.length ? 0 : first + 1;
        count--;
        return value;
    }

    long sum() {
        if (!isSound()) {
            return -1;
        }
        long sum = 0;
        for (int i = 0; i < count; i++) {
            int value = elements[(first + i) % elements.length];
            if (value < 0) {
                return -2;
            }
            sum += value;
        }
        return sum;
    }
}
