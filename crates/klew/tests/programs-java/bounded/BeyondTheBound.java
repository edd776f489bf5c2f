/** What fails is beyond the bound on the lengths of input strings, where no run is made. */
public class BeyondTheBound {
    public static void main(String[] args) {
        String text = Klew.anyString();
        if (text.length() > 40 && text.charAt(3) == 'x') {
            assert text.length() != 42;
        }
    }
}
