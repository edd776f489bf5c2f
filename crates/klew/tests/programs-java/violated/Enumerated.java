public class Enumerated {
    enum Level {
        LOW, HIGH
    }

    public static void main(String[] args) {
        Level level = Level.values()[Klew.anyInt("level") & 1];
        assert level != Level.valueOf("HIGH"); // expect: assertion
    }
}
