// Degree counting(A, b) of the paper (section 5): the check can fail if and only if A + 2 <= b, where b is the
// number of turns of each loop.
// options: --entry DegreeCounting.count(DegreeCounting$Node)

class DegreeCounting {
    static final int A = 1;

    static class Node {
        Node next;
        Node target;
        int index;
        int degree;
    }

    static void count(Node first) {
        int index = 0;
        for (Node n = first; n != null; n = n.next) {
            n.degree = 0;
            n.index = index++;
        }
        for (Node n = first; n != null; n = n.next) {
            if (n.target != null) {
                n.target.degree++;
            }
        }
        for (Node n = first; n != null; n = n.next) {
            assert n.index <= A || n.degree <= n.index;
        }
    }
}
