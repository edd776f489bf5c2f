public class ParseNumber {
    public static void main(String[] args) {
        char c = Klew.anyChar("c");
        Klew.assume(c < 128);
        String text = "1" + c;
        int number = Integer.parseInt(text); // expect: no-runtime-exception
        assert number >= 10;
    }
}
