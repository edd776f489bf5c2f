public class CharAt {
    public static void main(String[] args) {
        String word = Klew.anyString("word");
        if (word.isEmpty() || word.charAt(0) != 'x') {
            return;
        }
        System.out.println(word.substring(1).charAt(2)); // expect: no-runtime-exception
    }
}
