// The sum of two large numbers wraps.
public class Midpoint {
    public static void main(String[] arguments) {
        int low = Klew.anyInt();
        int high = Klew.anyInt();
        Klew.assume(0 <= low && low <= high);
        int middle = (low + high) / 2;
        assert low <= middle; // expect: assertion
    }
}
