// options: --engine horn
// long
/** Numbers of any length are sorted, and the counter that is compared one turn ahead never overflows. */
public class SortedBySwaps {
    public static void main(String[] args) {
        int size = Klew.anyInt("size");
        Klew.assume(size >= 0);
        int[] marks = new int[size];
        for (int i = 0; i < size; i++) {
            marks[i] = Klew.anyInt("mark");
        }
        boolean again = true;
        while (again) {
            again = false;
            for (int i = 0; i + 1 < size; i++) {
                if (marks[i] > marks[i + 1]) {
                    int other = marks[i];
                    marks[i] = marks[i + 1];
                    marks[i + 1] = other;
                    again = true;
                }
            }
        }
        for (int i = 0; i + 1 < size; i++) {
            assert marks[i] <= marks[i + 1];
        }
    }
}
