class Interprocedural {
    static int next(int x) {
        return x + 1;
    }

    static void calledTwice() { // entry
        int b = next(1);
        int c = next(2);
        assert Checks.goesOn(); // reached
    }

    static void calledTwiceForOne() { // entry
        int b = next(1);
        b = next(2);
        assert Checks.goesOn(); // reached
    }

    static boolean atLeast(int a, int b) {
        if (a == b) {
            return true;
        }
        return a != 0 && atLeast(a - 1, b);
    }

    static void recursive() { // entry
        boolean result = atLeast(3, 1);
        assert result; // valid
        if (result) {
            assert Checks.goesOn(); // reached
        }
    }
}
