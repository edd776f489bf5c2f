/** What fields of all objects hold, however it comes there. A line that says "holds" has an assertion that does, the others one that fails. */
public class Fields {
    static class Node {
        int natural;
        int any;
        int far;
        Node next;

        Node(int natural, Node next) {
            this.natural = natural;
            this.next = next;
        }
    }

    static class Signed extends Node {
        Signed(int value) {
            super(1, null);
            any = value;
        }
    }

    static final Node AHEAD = new Node(1, null);

    static {
        AHEAD.far = -7;
    }

    static Node list(int count) {
        Node first = null;
        for (int i = 0; i < count; i++) {
            int value = Klew.anyInt();
            if (value >= 0) {
                first = new Node(value, first);
            }
        }
        return first;
    }

    public static void main(String[] arguments) {
        Node list = list(Klew.anyInt());
        for (Node at = list; at != null; at = at.next) {
            assert at.natural >= 0; // holds
            assert at.natural > 0;
        }
        Node signed = new Signed(-1);
        for (Node at = Klew.anyInt() > 0 ? signed : list; at != null; at = at.next) {
            assert at.natural >= 0; // holds
            assert at.any >= 0;
        }
        for (Node at = Klew.anyInt() > 0 ? AHEAD : list; at != null; at = at.next) {
            assert at.far >= 0;
        }
    }
}
