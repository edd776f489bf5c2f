// options: --entry ReceiverInTheWay.side
// `this` is not null, so a class of which no object could be would prove anything.
import java.util.logging.Handler;
import java.util.logging.LogRecord;

public class ReceiverInTheWay extends Handler {
    int side;

    int side() {
        assert side == 0;
        return side;
    }

    public void publish(LogRecord what) {}

    public void flush() {}

    public void close() {}
}
