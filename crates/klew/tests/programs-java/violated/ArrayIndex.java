public class ArrayIndex {
    public static void main(String[] args) {
        int[] squares = new int[10];
        int i = Klew.anyInt("i");
        if (i >= 0 && i <= 10) {
            squares[i] = i * i; // expect: no-runtime-exception
        }
    }
}
