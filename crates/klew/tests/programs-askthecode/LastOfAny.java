class LastOfAny {
    static boolean isLast(Node n) {
        assert n.next != null || n.value == 0; // invalid (unmarked there)
        return n.next == null;
    }

    static Node uncheckedUse(Node n) { // entry, unroll 4
        Node made = anyNode();
        if (isLast(made)) {
            made.next = n;
        }
        return made;
    }

    static Node anyNode() {
        int kind = Klew.anyInt("kind");
        if (kind == 0) {
            return new Node(0, null);
        }
        if (kind == 1) {
            return new Node(10, null);
        }
        return hardToMake();
    }

    static Node hardToMake() {
        Node next = new Node(0, null);
        int x = Klew.anyInt("x");
        int sum = 0;
        int i = 0;
        while (i < x) {
            if (i % 2 == 0) {
                sum = sum - 1;
            } else {
                sum = sum + 17;
            }
            i = i + 1;
        }
        return new Node(i, next);
    }
}
