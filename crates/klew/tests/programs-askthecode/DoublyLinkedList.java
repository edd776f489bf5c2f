class DoublyLinkedList {
    static class Link {
        int value;
        Link previous;
        Link next;

        Link(int value) {
            this.value = value;
        }
    }

    private final Link head;

    DoublyLinkedList() {
        head = new Link(0);
        head.next = head;
        head.previous = head;
    }

    void add(int value) {
        Link added = new Link(value);
        added.previous = head.previous;
        added.next = head;
        head.previous.next = added;
        head.previous = added;
    }

    void removeLast() {
        if (head.previous == head) {
            throw new IllegalStateException();
        }
        Link last = head.previous.previous;
        last.next = head;
        head.previous = last;
    }

    boolean contains(int value) {
        Link link = head.next;
        while (link != head) {
            if (link.value == value) {
                return true;
            }
            link = link.next;
        }
        return false;
    }

    boolean containsFrom(int value, Link link) {
        if (link == head) {
            return false;
        }
        return link.value == value || containsFrom(value, link.next);
    }

    static DoublyLinkedList sample() {
        DoublyLinkedList list = new DoublyLinkedList();
        list.add(1);
        list.add(8);
        list.add(5);
        list.add(20);
        list.add(11);
        list.add(30);
        list.add(80);
        list.add(41);
        list.add(8);
        list.add(42);
        return list;
    }

    static void findsTheLast() { // entry
        boolean found = sample().contains(42);
        assert found; // valid
        if (found) {
            assert Checks.goesOn(); // reached
        }
    }

    static void doesNotFindWhatIsNotThere() { // entry
        boolean missing = !sample().contains(0);
        assert missing; // valid
        if (missing) {
            assert Checks.goesOn(); // reached
        }
    }

    static void findsRecursively() { // entry
        DoublyLinkedList list = sample();
        boolean found = list.containsFrom(42, list.head.next);
        assert found; // valid
        if (found) {
            assert Checks.goesOn(); // reached
        }
    }

    static void removesTheLast() { // entry
        DoublyLinkedList list = sample();
        list.removeLast();
        boolean missing = !list.contains(42);
        assert missing; // valid
        if (missing) {
            assert Checks.goesOn(); // reached
        }
    }
}
