class LastNode {
    static boolean isLastOfZero(Node n) {
        assert n.next != null || n.value == 0; // valid
        return n.next == null;
    }

    static void checkedUse(Node n) { // entry
        if (n.value == 0 && isLastOfZero(n)) {
            n.nothing();
        }
    }
}
