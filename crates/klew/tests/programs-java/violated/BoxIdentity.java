public class BoxIdentity {
    public static void main(String[] args) {
        int n = Klew.anyInt("n");
        Integer a = n;
        Integer b = n;
        if (n > 100) {
            assert a == b; // expect: assertion
        }
    }
}
