class Node {
    int value;
    Node next;

    Node(int value, Node next) {
        this.value = value;
        this.next = next;
    }

    void setNext(Node other) {
        next = other;
    }

    void nothing() {
    }

    Node swap() { // entry
        Node result = this;
        if (next != null) {
            if (value > next.value) {
                Node second = next;
                next = second.next;
                second.next = this;
                result = second;
                assert Checks.goesOn(); // reached
            }
            assert result != null; // valid
            assert result.next != null; // valid
            assert result.value <= result.next.value; // valid
            assert Checks.goesOn(); // reached
        }
        return result;
    }

    static void construction(Node a) { // entry
        Node b = new Node(0, null);
        b.setNext(a);
        assert b.next == a; // valid
    }

    Node at(int index) {
        Node node = this;
        while (index > 0) {
            node = node.next;
            index = index - 1;
        }
        return node;
    }

    static void knownAtTheEndOnly(Node n1, Node n2, Node n3, int a, int b, int c) { // entry, unroll 16
        Node na = n1.at(a);
        Node nb = n2.at(b);
        Node nc = n3.at(c);
        if (a == 8 && b == 10 && c == 4) {
            assert Checks.goesOn(); // reached
        }
    }
}
