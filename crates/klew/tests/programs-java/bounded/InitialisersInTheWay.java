// options: --entry InitialisersInTheWay.side --not-null *
// A class whose initialiser klew cannot run is none of the inputs, which bounds the result; the others are.
import java.util.logging.Logger;

public class InitialisersInTheWay {
    static int side(Object what) {
        // Makes such objects known to klew: they are no inputs all the same.
        if (what == SHARED[0]) {
            new Logged();
        }
        if (what instanceof Square) {
            int side = ((Square) what).side & 7;
            assert side < 8 && Square.most == 7 : side;
            return side;
        }
        return 0;
    }

    static final Object[] SHARED = {new int[1]};

    static class Square {
        static final int most = Integer.parseInt("7");
        int side;
    }

    static class Logged extends Square {
        static final Logger LOG = Logger.getLogger("logged");
    }

    static class Loaded extends Square {
        static final Class<?> KIND = kind();

        static Class<?> kind() {
            try {
                return Class.forName("java.nio.channels.Channel");
            } catch (ClassNotFoundException missing) {
                return null;
            }
        }
    }
}
