class ComparisonVsAssignment {
    static void newAndInput(Node a) { // entry
        Node b = new Node(0, a);
        if (a == b) {
            assert Checks.goesOn(); // unreached
        }
    }

    static void newByWayOfAnother(Node a) { // entry
        Node c = new Node(0, a);
        Node b = c;
        if (a == b) {
            assert Checks.goesOn(); // unreached
        }
    }

    static void newAndTwoInputs(Node e, Node f) { // entry
        Node a = new Node(0, null);
        Node b = f;
        if (a == b && e == f) {
            assert Checks.goesOn(); // unreached
        }
    }

    static void assigned() { // entry
        Node c = new Node(0, null);
        Node b = c;
        Node a = b;
        if (a == b) {
            assert Checks.goesOn(); // reached
        } else {
            assert Checks.goesOn(); // unreached
        }
    }
}
