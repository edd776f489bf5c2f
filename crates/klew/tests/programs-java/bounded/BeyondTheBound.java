// long
/** What fails is beyond the largest bound on the lengths of input strings, where no run is made. */
public class BeyondTheBound {
    public static void main(String[] args) {
        String text = Klew.anyString();
        if (text.length() > 5000 && text.charAt(3) == 'x') {
            assert text.length() != 5002;
        }
    }
}
