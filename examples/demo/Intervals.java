/** A set of numbers as sorted, disjoint intervals in a linked list; adding one merges what it touches. */
public final class Intervals {
    private static final class Interval {
        int low;
        int high;
        Interval next;

        Interval(int low, int high, Interval next) {
            this.low = low;
            this.high = high;
            this.next = next;
        }
    }

    private Interval list;

    void add(int low, int high) {
        Interval before = null;
        Interval node = list;
        while (node != null && node.high < low) {
            before = node;
            node = node.next;
        }
        int mergedLow = low;
        int mergedHigh = high;
        while (node != null && node.low <= high) {
            mergedLow = Math.min(mergedLow, node.low);
            mergedHigh = Math.max(mergedHigh, node.high);
            node = node.next;
        }
        Interval merged = new Interval(mergedLow, mergedHigh, node);
        if (before == null) {
            list = merged;
        } else {
            before.next = merged;
        }
    }

    boolean contains(int number) {
        for (Interval node = list; node != null; node = node.next) {
            if (node.low <= number && number <= node.high) {
                return true;
            }
        }
        return false;
    }

    public static void main(String[] arguments) {
        Intervals set = new Intervals();
        int number = Klew.anyInt();
        boolean added = false;
        for (int i = 0; i < 3; i++) {
            int low = Klew.anyInt();
            int high = Klew.anyInt();
            Klew.assume(low <= high);
            set.add(low, high);
            added |= low <= number && number <= high;
        }
        assert set.contains(number) == added;
        for (Interval node = set.list; node.next != null; node = node.next) {
            assert node.high < node.next.low : "sorted and disjoint";
        }
    }
}
