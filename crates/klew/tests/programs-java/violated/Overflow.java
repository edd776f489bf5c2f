public class Overflow {
    public static void main(String[] args) {
        int low = Klew.anyInt("low");
        int high = Klew.anyInt("high");
        if (low >= 0 && high >= low) {
            assert (low + high) / 2 >= low; // expect: assertion
        }
    }
}
