class Basic {
    static void constructor() { // entry
        Node n = new Node(0, null);
        assert n != null; // valid
        assert n.value == 0; // valid
    }

    static void emptyMethod(Node a) { // entry
        a.nothing();
        assert a != null; // valid
    }

    static void method(Node a, Node b) { // entry
        a.setNext(b);
        assert a != null; // valid
        assert a.next == b; // valid
    }

    static void fields(Node a, Node b) { // entry
        int value = a.value;
        b.value = 10;
        Node c = a.next;
        b.next = c;
        assert b.next == c; // valid
        a.next = b.next;
        a.next.next = c;
        a = c.next.next;
        a.next.next = b.next.next;
        assert Checks.goesOn(); // reached
        assert a.next.next == b.next.next; // valid
    }

    static void comparison(Node a, Node b) { // entry
        if (a == b) {
            assert a == b; // valid
            assert a.next == b.next; // valid
        } else {
            assert a != b; // valid
            a.value = 5;
            b.value = 10;
            assert a.value != b.value; // valid
        }
    }

    static void delayedComparison(Node a, Node b) { // entry
        boolean equal = a == b;
        a = new Node(0, b);
        if (equal) {
            assert a != b; // valid
        }
    }

    static void branching(Node n) { // entry
        if (n == null) {
            n = new Node(0, n);
            assert n.next == null; // valid
        } else {
            int value = n.value;
            assert n != null; // valid
        }
    }

    static void readOfWhatIsNew(Node b) { // entry
        Node a = new Node(0, null);
        b.next = a;
        Node c = b.next;
        assert Checks.goesOn(); // reached
    }
}
