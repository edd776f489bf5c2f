class Samples {
    static boolean isNice(int i) {
        return i % 2 == 0 || i % 3 == 0;
    }

    static int complex(int a, int b, boolean c) { // entry
        if (a == 0) {
            return -b;
        }
        if (isNice(a) && a / b > 2 && b != -1) {
            while (a < b) {
                a += a;
                assert a != 0; // invalid (unmarked there): twice -2^31
            }
        } else {
            a += b;
        }
        return a;
    }

    static void branchedCaller(int x, int y) { // entry
        int c = x == 0 ? 0 : 1;
        if (c == 0) {
            assert c != 0; // invalid (unmarked there)
        }
    }

    static int absolute(int x) { // entry
        int y = x;
        if (x < 0) {
            y = -x;
        }
        if (y < 0) {
            assert Checks.goesOn(); // reached (unreached there, which is right without wrapping)
            return 1;
        }
        return 0;
    }

    static int absoluteOfNext(int x) { // entry
        x = x + 1;
        if (x < 0) {
            x = -x;
        }
        if (x < 0) {
            assert Checks.goesOn(); // reached (unreached there, which is right without wrapping)
            return 1;
        }
        return 0;
    }

    static int max(Node a, Node b) { // entry
        Node m = a.value >= b.value ? a : b;
        if (m.value < a.value || m.value < b.value) {
            assert Checks.goesOn(); // unreached
            return 1;
        }
        return 0;
    }

    static int maxOfNext(Node m, Node b) { // entry
        if (b.value > m.value) {
            b = b.next;
            m = b;
        }
        if (m.value < b.value) {
            assert Checks.goesOn(); // unreached (reached there, in a test that is not run)
            return 1;
        }
        return 0;
    }

    static Node swap(Node node) { // entry
        Node result = node;
        if (node.next != null) {
            if (node.value > node.next.value) {
                Node second = node.next;
                node.next = second.next;
                second.next = node;
                result = second;
            }
        }
        assert Checks.goesOn(); // reached
        return result;
    }

    static int swapAndLookAhead(Node node) { // entry
        if (node.next != null) {
            if (node.value > node.next.value) {
                Node second = node.next;
                node.next = second.next;
                second.next = node;
            }
            if (node.value > node.next.value) {
                assert Checks.goesOn(); // reached (unreached there, in a test that is not run): 3, 2, 1
                return 1;
            }
        }
        return 0;
    }

    static void inlinedTriangle(int a, int b, int c) { // entry
        int result;
        if (a <= 0 || b <= 0 || c <= 0) {
            result = 4;
        } else {
            result = 0;
            if (a == b) {
                result = result + 1;
            }
            if (a == c) {
                result = result + 2;
            }
            if (b == c) {
                result = result + 3;
            }
            if (result == 0) {
                result = a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
            } else if (result > 3) {
                result = 3;
            } else if (result == 1 && a + b > c) {
                result = 2;
            } else if (result == 2 && a + c > b) {
                result = 2;
            } else if (result == 3 && b + c > a) {
                result = 2;
            } else {
                result = 4;
            }
        }
        boolean triangle =
            a <= 0 || b <= 0 || c <= 0 || a <= b + c || b <= a + c || c <= a + b;
        boolean right = false;
        if (result == 1) {
            right = triangle && a != b && b != c && a != c;
        } else if (result == 2) {
            right = triangle && (a == b && a != c || a == c && a != b || b == c && b != a);
        } else if (result == 3) {
            right = triangle && a == b && b == c;
        } else if (result == 4) {
            right = !triangle;
        }
        assert right; // invalid (unmarked there)
    }
}
