/** What is copied into objects as bytes comes there as well. Its assertions fail. */
public class Copies {
    static class Node implements Cloneable {
        int value;
        int[] values = new int[3];
        Node next;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }

        Node copy() throws CloneNotSupportedException {
            return (Node) clone();
        }
    }

    static int[] numbers(int last) {
        int[] made = new int[4];
        made[3] = last;
        return made;
    }

    public static void main(String[] arguments) throws CloneNotSupportedException {
        Node list = null;
        int count = Klew.anyInt();
        for (int i = 0; i < count; i++) {
            list = new Node(i, list);
        }
        Node holder = new Node(1, new Node(5, list));
        Node first = holder.next.copy();
        Node second = new Node(Klew.anyInt() > 3 ? 6 : 7, first);
        holder.next = second;
        second.values = numbers(-3);
        System.arraycopy(second.values, 1, first.values, 0, 3);
        for (Node at = second; at != null; at = at.next) {
            assert at.value != 5;
            assert at.values[2] >= 0;
        }
    }
}
