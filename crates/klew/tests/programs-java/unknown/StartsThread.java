public class StartsThread {
    public static void main(String[] args) {
        Thread thread = new Thread(() -> System.out.println("other"));
        thread.start();
    }
}
