/** The three programs of figure 1 of the paper on path-optimal execution. */
class Figure1 {
    Figure1 data;
    Figure1 next;
    int val;

    void swap(Figure1 other) {
        if (other != null) {
            Figure1 mine = data;
            data = other.data;
            other.data = mine;
        }
    }

    int sum(Figure1 first, Figure1 second, Figure1 third) {
        return first.val + second.val + third.val;
    }

    static boolean hasNull(Figure1 from, int max) {
        Figure1 at = from.next;
        int index = 1;
        while (at != null && index <= max) {
            at = at.next;
            index++;
        }
        return at == null;
    }

    boolean hasNull4() {
        return hasNull(this, 4);
    }

    boolean hasNull10() {
        return hasNull(this, 10);
    }
}
