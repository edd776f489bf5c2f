// Adds the Roman numerals given as arguments and prints the sum as one.
// sizes: --sym-args 1 1 6
import java.util.Map;

public class Roman {
    private static final Map<Character, Integer> VALUES =
            Map.of('I', 1, 'V', 5, 'X', 10, 'L', 50, 'C', 100);

    private static final int[] STEPS = {100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] SIGNS = {"C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};

    static int parse(String text) {
        int sum = 0;
        int before = 0;
        for (int i = text.length() - 1; i >= 0; i--) {
            Integer value = VALUES.get(text.charAt(i));
            if (value == null) {
                throw new NumberFormatException(text);
            }
            boolean subtracted = value < before && "IX".indexOf(text.charAt(i)) >= 0;
            sum += subtracted ? -value : value;
            before = Math.max(before, value);
        }
        return sum;
    }

    static String format(int number) {
        StringBuilder text = new StringBuilder();
        int left = number;
        for (int i = 0; i < STEPS.length; i++) {
            while (left >= STEPS[i]) {
                text.append(SIGNS[i]);
                left -= STEPS[i];
            }
        }
        return text.toString();
    }

    public static void main(String[] args) {
        int sum = 0;
        int largest = 0;
        for (String argument : args) {
            try {
                int number = parse(argument);
                if (argument.isEmpty()) {
                    return;
                }
                sum += number;
                largest = Math.max(largest, number);
            } catch (NumberFormatException e) {
                System.err.println("not a numeral: " + e.getMessage());
                return;
            }
        }
        if (args.length > 0) {
            int share = 100 * largest / sum; // fixed: int share = sum == 0 ? 0 : 100 * largest / sum; // expect: no-runtime-exception
            System.out.println(format(sum) + ", of which the largest is " + share + " percent");
        }
    }
}
