// A line with an expression becomes a tree of records, which is simplified and evaluated.
// sizes: --sym-stdin 6
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class Expression {
    sealed interface Node permits Value, Binary {}

    record Value(int number) implements Node {}

    record Binary(char sign, Node left, Node right) implements Node {}

    private final String text;
    private int at;

    Expression(String text) {
        this.text = text;
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\n';
    }

    private Node sum() {
        Node left = product();
        while (left != null && (peek() == '+' || peek() == '-')) {
            char sign = text.charAt(at++);
            Node right = product();
            left = right == null ? null : new Binary(sign, left, right);
        }
        return left;
    }

    private Node product() {
        Node left = factor();
        while (left != null && (peek() == '*' || peek() == '/')) {
            char sign = text.charAt(at++);
            Node right = factor();
            left = right == null ? null : new Binary(sign, left, right);
        }
        return left;
    }

    private Node factor() {
        char c = peek();
        if (c == '(') {
            at++;
            Node inner = sum();
            if (peek() != ')') {
                return null;
            }
            at++;
            return inner;
        }
        if (c < '0' || c > '9') {
            return null;
        }
        at++;
        return new Value(c - '0');
    }

    static boolean isZero(Node node) {
        return node instanceof Value value && value.number() == 0; // fixed: return evaluate(node) == 0;
    }

    static int evaluate(Node node) {
        if (node instanceof Value value) {
            return value.number();
        }
        Binary binary = (Binary) node;
        int left = evaluate(binary.left());
        switch (binary.sign()) {
            case '+':
                return left + evaluate(binary.right());
            case '-':
                return left - evaluate(binary.right());
            case '*':
                return left * evaluate(binary.right());
            default:
                return isZero(binary.right()) ? 0 : left / evaluate(binary.right()); // expect: no-runtime-exception
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        String line = reader.readLine();
        if (line == null) {
            return;
        }
        Expression expression = new Expression(line);
        Node root = expression.sum();
        if (root == null || expression.at != line.length()) {
            System.err.println("no expression");
            return;
        }
        System.out.println(evaluate(root));
    }
}
