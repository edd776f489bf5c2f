import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What initialisers of the library make is there; those of the program run when its classes are first used. */
public class Initialisers {
    static int order;

    static class First {
        static final int PLACE = ++order * 10 + Initialisers.order;
    }

    static class Second {
        static final List<String> NAMES = new ArrayList<>();
        static final int PLACE = ++order;

        static {
            NAMES.add("second");
        }
    }

    public static void main(String[] args) {
        assert Boolean.TRUE && !Boolean.FALSE && Boolean.TRUE != Boolean.FALSE;
        assert int.class == Integer.TYPE && (Object) Integer.TYPE != Long.TYPE;
        assert Integer.TYPE.getName().equals("int") && void.class == Void.TYPE;
        assert RoundingMode.values().length == 8 && RoundingMode.valueOf("CEILING").ordinal() == 2;
        assert TimeUnit.SECONDS.name().equals("SECONDS");
        assert Collections.EMPTY_LIST.isEmpty() && Collections.emptyList().equals(new ArrayList<>());

        boolean isFirst = Klew.anyInt("first") == 1;
        if (isFirst) {
            assert First.PLACE == 11;
        }
        assert order == (isFirst ? 1 : 0);
        assert Second.PLACE == order && Second.NAMES.get(0).equals("second");
        assert isFirst || First.PLACE == 22;
        // Lists that are made begin apart, whatever they share until then.
        List<Integer> one = new ArrayList<>();
        List<Integer> other = new ArrayList<>();
        one.add(1);
        assert other.isEmpty() && one.size() == 1;
    }
}
