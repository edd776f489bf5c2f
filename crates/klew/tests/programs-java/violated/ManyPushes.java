import java.util.ArrayDeque;

// The deque grows by copying its elements, more than a page of them.
public class ManyPushes {
    public static void main(String[] args) {
        ArrayDeque<Integer> deque = new ArrayDeque<>();
        for (int i = 0; i < 900; i++) {
            deque.push(i);
        }
        int last = -1;
        while (!deque.isEmpty()) {
            last = deque.pop();
        }
        assert last != 0; // expect: assertion
    }
}
