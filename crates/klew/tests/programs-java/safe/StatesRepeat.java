// A queue of which the oldest element gives way: it is used for ever, and what it is in repeats.
public class StatesRepeat {
    static class Cell {
        int value;
        Cell next;
    }

    public static void main(String[] arguments) {
        Cell oldest = new Cell();
        Cell newest = new Cell();
        oldest.next = newest;
        while (Klew.anyBoolean("again")) {
            Cell fresh = new Cell();
            int value = Klew.anyInt("value");
            if (value > newest.value) {
                fresh.value = value;
            } else {
                fresh.value = 0;
            }
            newest.next = fresh;
            oldest = newest;
            newest = fresh;
            assert oldest.next == newest && newest.next == null && newest.value >= 0;
        }
    }
}
