public class AssertBranch {
    public static void main(String[] args) {
        int x = Klew.anyInt("x");
        if (x * 3 + 1 == 22) {
            assert x != 7 : "seven"; // expect: assertion
        }
    }
}
