// options: --entry DeclaredInTheWay.side --not-null *
// What the entry declares is never left out: else the assertion would be proved of nothing.
import java.util.logging.Logger;

public class DeclaredInTheWay {
    static int side(Logged what) {
        assert what == null;
        return what.side;
    }

    static class Logged {
        static final Logger LOG = Logger.getLogger("logged");
        int side;
    }
}
