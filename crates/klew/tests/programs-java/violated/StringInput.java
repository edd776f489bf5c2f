public class StringInput {
    public static void main(String[] args) {
        String word = Klew.anyString("word");
        if (word.length() == 4 && word.startsWith("ab") && word.charAt(3) == 'd') {
            assert !word.contains("bcd"); // expect: assertion
        }
    }
}
