// options: --entry CopiedStrings.copied --not-null *
// Strings of any length are copied to arrays and back.
public class CopiedStrings {
    static int copied(String text, double[] numbers, int i) {
        char[] content = text.toCharArray();
        if (i >= 0 && i < content.length) {
            assert content[i] == text.charAt(i);
            content[i] = 'x';
            assert content[i] == 'x' && (i == 0 || content[i - 1] == text.charAt(i - 1));
            char[] again = content.clone();
            assert again[i] == 'x' && again.length == text.length();
            String changed = new String(again);
            assert changed.charAt(i) == 'x' && changed.length() == text.length();
        }
        double[] others = java.util.Arrays.copyOf(numbers, numbers.length);
        if (i >= 0 && i < numbers.length) {
            assert Double.doubleToLongBits(numbers[i]) == Double.doubleToLongBits(others[i]);
        }
        return content.length;
    }
}
