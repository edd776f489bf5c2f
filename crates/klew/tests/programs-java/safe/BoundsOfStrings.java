/** The bound on the lengths of input strings excludes nothing where the program excludes longer ones. */
public class BoundsOfStrings {
    public static void main(String[] args) {
        String first = Klew.anyString();
        String second = Klew.anyString();
        Klew.assume(first.length() <= 3);
        if (second.length() > 3) {
            return;
        }
        int found = 0;
        for (int i = 0; i < first.length(); i++) {
            if (first.charAt(i) == 'x') {
                found++;
            }
        }
        assert found <= 3;
        assert (first + second).length() <= 6;
        String third = Klew.anyString();
        if (third.length() > 40) {
            assert third.length() > 30;
        } else if (third.length() < 2) {
            assert !third.equals("long");
        }
    }
}
