/** A traffic light as a state machine. */
// suite: --entry Traffic.next; --entry Traffic.press
public class Traffic {
    static final int RED = 0;
    static final int RED_AMBER = 1;
    static final int GREEN = 2;
    static final int AMBER = 3;
    static final int BLINKING = 4;

    private int state;
    private int seconds;
    private boolean waiting;
    private boolean night;

    /** A second passes; the state behind it. */
    int next() {
        if (night) {
            state = BLINKING;
            return state;
        }
        seconds++;
        switch (state) {
            case RED:
                if (seconds > 20) {
                    go(RED_AMBER);
                }
                break;
            case RED_AMBER:
                if (seconds > 2) {
                    go(GREEN);
                }
                break;
            case GREEN:
                if (seconds > 60 || waiting && seconds > 10) {
                    go(AMBER);
                }
                break;
            case AMBER:
                if (seconds > 3) {
                    waiting = false;
                    go(RED);
                }
                break;
            case BLINKING:
                go(AMBER);
                break;
            default:
                throw new IllegalStateException("state " + state);
        }
        return state;
    }

    private void go(int to) {
        state = to;
        seconds = 0;
    }

    /** Somebody wants to cross; how long it will take at most. */
    int press() {
        if (night) {
            return 0;
        }
        if (state == RED) {
            return seconds < 20 ? 0 : 1;
        }
        waiting = true;
        if (state != GREEN) {
            return 3;
        }
        return seconds > 10 ? 4 : 14 - seconds;
    }
}
