// Stack traces that are printed, and those that the program sets.
public class StackTraces {
    static int described;

    static class Counted extends RuntimeException {
        Counted(Throwable cause) {
            super(cause);
        }

        @Override
        public String toString() {
            described++;
            return "counted";
        }
    }

    public static void main(String[] arguments) {
        Counted inner = new Counted(null);
        Counted outer = new Counted(inner);
        outer.addSuppressed(new Counted(inner));
        described = 0;
        outer.printStackTrace();
        // The outer one, the suppressed one, and the inner one: in full, then as one already shown.
        assert described == 4;
        StackTraceElement[] trace = {new StackTraceElement("Shop", "sell", "Shop.java", 7)};
        outer.setStackTrace(trace);
        trace[0] = null;
        assert outer.getStackTrace().length == 1;
        assert outer.getStackTrace()[0].getMethodName().equals("sell");
        assert outer.getStackTrace()[0].toString().equals("Shop.sell(Shop.java:7)");
        try {
            outer.setStackTrace(trace);
            assert false;
        } catch (NullPointerException expected) {
            assert expected.getMessage().equals("stackTrace[0]");
        }
    }
}
