// options: --entry Alone.sorted
public class Alone {
    static int sorted(int[] numbers) {
        for (int i = 0; i + 1 < numbers.length; i++) {
            if (numbers[i] > numbers[i + 1]) {
                return i; // target
            }
        }
        return -1;
    }
}
