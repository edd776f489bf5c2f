class Loops {
    static void dataIndependent(int x) { // entry
        int i = 0;
        while (i < 20) {
            x = 2 * x;
            i = i + 1;
        }
        assert x < 32; // invalid (skipped there)
    }

    static void simple(int i) { // entry, long
        int j = 10;
        while (i > 1) {
            j = j + 1;
            i = i - 1;
            assert j > 0; // too deep (skipped there as valid): j wraps after 2^31 - 10 turns
        }
        assert j != 2048; // invalid (skipped there): after 2038 turns
    }

    static void loopAndIf(int x) { // entry
        int c = 0;
        int p = 0;
        while (x > 0) {
            assert c != 50; // invalid
            c = c + 1;
            p = p + c;
            x = x - 1;
        }
        if (c == 30) {
            assert Checks.goesOn(); // reached
        }
    }

    static void two(int x, int y) { // entry, unroll 64
        int c = 0;
        int p = 0;
        while (x > 0) {
            assert c >= 0; // valid in any depth (skipped there)
            c = c + 1;
            x = x - 1;
        }
        while (y > 0) {
            if (p == 50 && c == 2) {
                assert Checks.goesOn(); // reached (skipped there)
            }
            p = p + 1;
            y = y - 1;
        }
    }

    static void modulo(int x) { // entry, unroll 256
        int sum = 0;
        int i = 0;
        while (i < x) {
            if (i % 2 == 0) {
                sum = sum - 1;
            } else {
                sum = sum + 17;
            }
            i = i + 1;
        }
        assert sum != 2048; // invalid (skipped there): after 256 turns
    }

    static void hardForConcolicTesting(int x) { // entry, unroll 16
        int y = 0;
        int i = 0;
        while (i < x) {
            if (i % 2 == 0) {
                y = y - 1;
            } else {
                y = y + 17;
            }
            i = i + 1;
        }
        if (y > 2048) {
            assert y != 0; // valid in any depth
            int count = some();
            assert y + count != 0; // valid in any depth
        }
    }

    static int some() {
        return 42;
    }
}
