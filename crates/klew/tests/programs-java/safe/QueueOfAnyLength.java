// A queue of any length whose elements alternate in sign.
public class QueueOfAnyLength {
  static final class Node {
    int value;
    Node next;
  }

  public static void main(String[] args) {
    Node first = null, last = null;
    int sign = 1;
    while (Klew.anyBoolean()) {
      Node node = new Node();
      node.value = sign;
      sign = -sign;
      if (last == null) first = node; else last.next = node;
      last = node;
    }
    while (first != null) {
      Node next = first.next;
      if (next != null) assert next.value == -first.value;
      first = next;
    }
  }
}
