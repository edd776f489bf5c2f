/** Monitors are left however a block ends. */
public class Monitors {
    private int count;

    private synchronized void fail() {
        assert Thread.holdsLock(this);
        count++;
        throw new IllegalStateException();
    }

    public static void main(String[] args) throws InterruptedException {
        Monitors it = new Monitors();
        for (int i = 0; i < 2; i++) {
            try {
                it.fail();
                assert false;
            } catch (IllegalStateException expected) {
                assert !Thread.holdsLock(it);
            }
        }
        synchronized (it) {
            synchronized (it) {
                it.notify();
            }
            it.notifyAll();
        }
        try {
            it.notify();
            assert false;
        } catch (IllegalMonitorStateException expected) {
            assert expected.getMessage().equals("current thread is not owner");
        }
        try {
            it.wait(5);
            assert false;
        } catch (IllegalMonitorStateException expected) {
            assert it.count == 2;
        }
    }
}
