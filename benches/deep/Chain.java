// A list of as many links as an input says; its walk fails for one length.
public class Chain {
    static final class Link {
        Link next;
        int number;
    }

    public static void main(String[] args) {
        int length = Klew.anyInt();
        Link head = null;
        for (int number = 0; number < length; number++) {
            Link link = new Link();
            link.number = number;
            link.next = head;
            head = link;
        }
        if (length == 20000) {
            int steps = 0;
            while (steps <= 20000) {
                head = head.next; // expect: no-runtime-exception
                steps++;
            }
        }
    }
}
