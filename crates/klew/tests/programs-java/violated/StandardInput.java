import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayDeque;
import java.util.Deque;

class StandardInput {
    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        String line = reader.readLine();
        if (line == null || line.length() > 3) {
            return;
        }
        Deque<Integer> stack = new ArrayDeque<>();
        for (int at = 0; at < line.length(); at++) {
            char c = line.charAt(at);
            if (c >= '0' && c <= '9') {
                stack.push(c - '0');
            } else if (c == '/' && stack.size() == 2) {
                int divisor = stack.pop();
                stack.push(stack.pop() / divisor); // expect: no-runtime-exception
            } else {
                return;
            }
        }
    }
}
