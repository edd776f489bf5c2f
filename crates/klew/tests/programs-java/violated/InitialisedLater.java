public class InitialisedLater {
    static boolean begun;

    static class Late {
        static final boolean SEEN = begun;
    }

    public static void main(String[] args) {
        boolean early = Boolean.TRUE.equals(Klew.anyInt("early") == 7);
        if (early) {
            assert !Late.SEEN;
        }
        begun = true;
        assert !Late.SEEN; // expect: assertion
    }
}
