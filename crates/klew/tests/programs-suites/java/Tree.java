/** A binary search tree. */
// suite: --entry Tree.contains; --entry Tree.add; --entry Tree.depth()
public class Tree {
    private static final class Node {
        int key;
        Node left;
        Node right;
    }

    private Node root;

    boolean contains(int key) {
        Node at = root;
        while (at != null) {
            if (key == at.key) {
                return true;
            }
            at = key < at.key ? at.left : at.right;
        }
        return false;
    }

    boolean add(int key) {
        Node added = new Node();
        added.key = key;
        if (root == null) {
            root = added;
            return true;
        }
        Node at = root;
        while (true) {
            if (key == at.key) {
                return false;
            }
            if (key < at.key) {
                if (at.left == null) {
                    at.left = added;
                    return true;
                }
                at = at.left;
            } else {
                if (at.right == null) {
                    at.right = added;
                    return true;
                }
                at = at.right;
            }
        }
    }

    /** At most three. */
    int depth() {
        return depth(root, 3);
    }

    private static int depth(Node node, int most) {
        if (node == null || most == 0) {
            return 0;
        }
        int left = depth(node.left, most - 1);
        int right = depth(node.right, most - 1);
        return 1 + (left > right ? left : right);
    }
}
