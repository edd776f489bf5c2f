// Evaluates numbers and signs in postfix order: "1 2 + 3 *".
// sizes: --sym-stdin 7
import java.util.Scanner;

public class Postfix {
    private final int[] stack = new int[3];
    private int depth;

    private void push(int value) {
        if (depth > stack.length) { // fixed: if (depth >= stack.length) {
            throw new IllegalStateException("too many numbers");
        }
        stack[depth++] = value; // expect: no-runtime-exception
    }

    private int pop() {
        if (depth == 0) {
            throw new IllegalStateException("too few numbers");
        }
        return stack[--depth];
    }

    void apply(String word) {
        switch (word) {
            case "+" -> push(pop() + pop());
            case "*" -> push(pop() * pop());
            case "-" -> {
                int right = pop();
                push(pop() - right);
            }
            case "dup" -> {
                int value = pop();
                push(value);
                push(value);
            }
            default -> {
                if (word.length() != 1 || !Character.isDigit(word.charAt(0))) {
                    throw new IllegalStateException("unknown word " + word);
                }
                push(word.charAt(0) - '0');
            }
        }
    }

    public static void main(String[] args) {
        Scanner scanner = new Scanner(System.in);
        if (!scanner.hasNextLine()) {
            return;
        }
        Postfix postfix = new Postfix();
        try {
            for (String word : scanner.nextLine().split(" ")) {
                postfix.apply(word);
            }
            System.out.println(postfix.pop());
        } catch (IllegalStateException e) {
            System.err.println(e.getMessage());
        }
    }
}
