// options: --sym-stdin 3
import java.io.IOException;

/** Exactly three bytes. */
public class GivenInput {
    public static void main(String[] args) throws IOException {
        int first = System.in.read();
        int second = System.in.read();
        int third = System.in.read();
        assert first >= 0 && second >= 0 && third >= 0;
        assert System.in.read() < 0;
        assert first != 'x' || third != 'y'; // expect: assertion
    }
}
