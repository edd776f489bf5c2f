/** Endless recursion: in constructors, in initialisers and in calls of each other, under handlers that take it with others, and behind `finally`. */
public class ExhaustedStack {
    static class Itself {
        Itself inner = new Itself();
    }

    static class Initialised {
        static int value = endless(0);

        static int endless(int n) {
            return endless(n + 1);
        }
    }

    static int ups;

    static void up() {
        ups++;
        down();
    }

    static void down() {
        up();
    }

    static boolean constructor() {
        try {
            new Itself();
            return false;
        } catch (Throwable caught) {
            return true;
        }
    }

    static int initialiser() {
        try {
            return Initialised.value;
        } catch (Error caught) {
            return -1;
        }
    }

    static int calls() {
        int after = 0;
        try {
            try {
                up();
            } finally {
                after = ups > 100 ? 1 : 0;
            }
        } catch (StackOverflowError caught) {
            after += 2;
        }
        return after;
    }

    public static void main(String[] args) {
        int n = Klew.anyInt("n");
        int seen = (constructor() ? 100 : 0) + calls() * 10 + (initialiser() < 0 ? 1 : 0);
        assert n != 7 || seen != 131; // expect: assertion
    }
}
