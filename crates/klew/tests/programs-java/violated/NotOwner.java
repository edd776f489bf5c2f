/** Only the owner of a monitor may notify. */
public class NotOwner {
    private final Object lock = new Object();

    private synchronized void own() {
        notify();
    }

    private static synchronized void ofClass() {
        NotOwner.class.notifyAll();
    }

    private void other() {
        synchronized (lock) {
            lock.notifyAll();
        }
        synchronized (lock) {
            notifyAll(); // expect: no-runtime-exception
        }
    }

    public static void main(String[] args) {
        NotOwner owner = new NotOwner();
        owner.own();
        ofClass();
        if (Klew.anyInt() == 7) {
            owner.other();
        }
    }
}
