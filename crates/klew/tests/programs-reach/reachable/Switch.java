// A line that only assigns a local variable.
public class Switch {
    public static void main(String[] args) {
        int key = Klew.anyInt();
        int kind = 0;
        switch (key % 11) {
            case 3:
                kind = 1;
                break;
            case -7:
                kind = 2; // target
                break;
            default:
                kind = 3;
        }
        int[] found = new int[4];
        found[kind]++;
    }
}
