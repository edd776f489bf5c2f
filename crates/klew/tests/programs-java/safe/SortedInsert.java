// Inserting keeps a list sorted.
public class SortedInsert {
    static class Node {
        int value;
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }
    }

    static Node insert(Node list, int value) {
        if (list == null || value <= list.value) {
            return new Node(value, list);
        }
        list.next = insert(list.next, value);
        return list;
    }

    public static void main(String[] arguments) {
        Node list = null;
        for (int i = 0; i < 3; i++) {
            list = insert(list, Klew.anyInt());
        }
        int length = 1;
        for (Node node = list; node.next != null; node = node.next) {
            assert node.value <= node.next.value;
            length++;
        }
        assert length == 3;
    }
}
