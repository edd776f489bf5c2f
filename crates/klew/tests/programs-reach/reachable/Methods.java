// target: Stack.grow
// target: grow(int)
public class Methods {
    static class Stack {
        int[] items = new int[2];
        int size;

        void push(int item) {
            if (size == items.length) {
                grow(2 * size);
            }
            items[size++] = item;
        }

        void grow(int length) {
            int[] bigger = new int[length]; // at
            for (int i = 0; i < size; i++) {
                bigger[i] = items[i];
            }
            items = bigger;
        }
    }

    public static void main(String[] args) {
        Stack stack = new Stack();
        for (int i = 0; i < 3; i++) {
            if (Klew.anyBoolean()) {
                stack.push(i);
            }
        }
    }
}
