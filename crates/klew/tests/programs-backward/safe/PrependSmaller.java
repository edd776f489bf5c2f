// A smaller value goes before the first node of a list: figure 6 of the paper, in Java.
// options: --entry PrependSmaller.prepend(int)

class PrependSmaller {
    int val;
    PrependSmaller next;

    void prepend(int v) {
        if (v < val) {
            PrependSmaller n = new PrependSmaller();
            n.val = val;
            n.next = next;
            next = n;
            val = v;
            assert val <= next.val;
        }
    }
}
