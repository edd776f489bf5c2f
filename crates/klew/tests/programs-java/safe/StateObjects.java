// options: --engine segments
/** Objects that take each other's place in a loop without a bound, with flags and constants of an enumeration beside them. */
public class StateObjects {
    enum Level { LOW, NORMAL, HIGH }

    interface State {
        State next(Tank tank, boolean full);
    }

    static final State IDLE = new State() {
        public State next(Tank tank, boolean full) {
            tank.pumping = full && !tank.alarm && tank.starts < 3;
            tank.starts += tank.pumping ? 1 : 0;
            tank.engines += tank.pumping ? 2 : 0;
            return tank.pumping ? PUMPING : IDLE;
        }
    };

    static final State PUMPING = new State() {
        public State next(Tank tank, boolean full) {
            tank.level = tank.level == Level.HIGH ? Level.NORMAL : Level.LOW;
            if (tank.alarm) {
                tank.pumping = false;
                tank.engines -= 2;
                return IDLE;
            }
            return this;
        }
    };

    static class Tank {
        Level level = Level.NORMAL;
        boolean pumping, alarm;
        int engines, starts;
        State state = IDLE;
    }

    public static void main(String[] args) {
        Tank tank = new Tank();
        int turns = Klew.anyInt();
        for (int i = 0; i < turns; i++) {
            if (Klew.anyBoolean() && tank.level != Level.HIGH) {
                tank.level = tank.level == Level.LOW ? Level.NORMAL : Level.HIGH;
            }
            if (Klew.anyBoolean()) {
                tank.alarm = !tank.alarm;
            }
            tank.state = tank.state.next(tank, tank.level == Level.HIGH);
            assert tank.pumping == (tank.state == PUMPING);
            assert !(tank.pumping && tank.alarm);
            assert tank.starts <= 3;
            assert tank.engines == (tank.pumping ? 2 : 0);
        }
    }
}
