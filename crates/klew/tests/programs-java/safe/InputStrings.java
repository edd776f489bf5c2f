public class InputStrings {
    public static void main(String[] args) {
        char a = Klew.anyChar("a");
        char b = Klew.anyChar("b");
        Klew.assume(a < 128 && b < 128);
        String text = "" + a + b;
        assert text.length() == 2 && text.charAt(1) == b;
        assert text.equals("xy") == (a == 'x' && b == 'y');
        assert new StringBuilder(text).reverse().toString().equals("" + b + a);
        int found = text.indexOf(b);
        assert found == (a == b ? 0 : 1);
        if (Character.isDigit(a) && Character.isDigit(b)) {
            assert Integer.parseInt(text) == (a - '0') * 10 + (b - '0');
        }
        assert text.toUpperCase().toLowerCase().equals(text.toLowerCase());
        int n = Klew.anyInt("n");
        if (n >= 0 && n < 1000) {
            assert Integer.parseInt(Integer.toString(n)) == n;
        }
    }
}
