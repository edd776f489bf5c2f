class IntegerArithmetic {
    static int sign(int x) { // entry
        if (x > 0) {
            return 1;
        }
        if (x == 0) {
            return 0;
        }
        assert x < 0; // valid
        return -1;
    }

    static int dot(int ax, int ay, int bx, int by) {
        return ax * bx + ay * by;
    }

    static void dotProductCommutes(int ax, int ay, int bx, int by) { // entry
        assert dot(ax, ay, bx, by) == dot(bx, by, ax, ay); // valid
    }

    static void dotProductDistributes(int ax, int ay, int bx, int by, int cx, int cy) { // entry
        int ofSum = dot(ax, ay, bx + cx, by + cy);
        int sum = dot(ax, ay, bx, by) + dot(ax, ay, cx, cy);
        assert ofSum == sum; // valid
    }

    static void dotProductOfMultiples(int ax, int ay, int bx, int by, int m, int n) { // entry
        int ofMultiples = dot(m * ax, m * ay, n * bx, n * by);
        int multiple = m * n * dot(ax, ay, bx, by);
        assert ofMultiples == multiple; // valid
    }

    static void almostAbsolute(int x) { // entry
        int y = x >= 0 ? x : -x;
        assert y >= 0; // invalid (skipped there): -2^31 has no opposite
    }

    static void cubicEquation(int x, int y) { // entry
        int a = x * x * x;
        int b = y + 3;
        assert a != b; // invalid
    }

    static void productIsFactor(int x, int y) { // entry
        int z = x * y;
        if (x == z && x > 2) {
            assert Checks.goesOn(); // reached
        }
    }

    static void productIsFactorByWrapping(int x, int y) { // entry
        int z = x * y;
        if (x == z && x > 2 && y != 1) {
            assert Checks.goesOn(); // reached (skipped there): only because products wrap
        }
    }

    static void libraryOperation(int x) { // entry
        int sign = Integer.signum(x);
        assert x >= 0; // invalid (skipped there)
    }
}
