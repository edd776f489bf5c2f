/** What may be asked of threads that nobody starts. */
public class UnstartedThreads {
    private static String refused(String name, int nanoseconds) throws InterruptedException {
        try {
            Thread.sleep(1, nanoseconds);
            return new Thread(name).getName();
        } catch (IllegalArgumentException | NullPointerException refused) {
            return refused.getMessage();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        assert new Thread().getName().equals("Thread-0");
        assert new Thread(() -> {}).getName().equals("Thread-1");
        Thread named = new Thread("worker");
        named.join();
        assert named.getName().equals("worker") && !named.isAlive();
        assert refused("x", 0).equals("x");
        assert refused(null, 0).equals("name cannot be null");
        assert refused("x", 1_000_000).equals("nanosecond timeout value out of range");
        Thread own = Thread.currentThread();
        assert own.isAlive() && own.getId() == 1;
        boolean interrupted = false;
        own.interrupt();
        try {
            Thread.sleep(1);
        } catch (InterruptedException e) {
            interrupted = e.getMessage().equals("sleep interrupted") && !own.isInterrupted();
        }
        assert interrupted;
    }
}
