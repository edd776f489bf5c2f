// options: --entry InitialisersInTheWay.side
import java.util.logging.Logger;

public class InitialisersInTheWay {
    static int side(Object what) {
        if (what instanceof Square) {
            int side = ((Square) what).side & 7;
            assert side != Square.most; // expect: assertion
            return side;
        }
        return 0;
    }

    static class Square {
        static final int most = Integer.parseInt("7");
        int side;
    }

    static class Logged extends Square {
        static final Logger LOG = Logger.getLogger("logged");
    }
}
