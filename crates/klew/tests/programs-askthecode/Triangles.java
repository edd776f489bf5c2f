/** Kinds of triangles: 1 scalene, 2 isosceles, 3 equilateral, 4 none. */
class Triangles {
    static boolean isTriangle(int a, int b, int c) {
        return a > 0 && b > 0 && c > 0 && a < b + c && b < a + c && c < a + b;
    }

    static boolean isRight(int a, int b, int c, int kind) {
        boolean triangle = isTriangle(a, b, c);
        switch (kind) {
            case 1:
                return triangle && a != b && b != c && a != c;
            case 2:
                return triangle && (a == b && a != c || a == c && a != b || b == c && b != a);
            case 3:
                return triangle && a == b && b == c;
            case 4:
                return !triangle;
            default:
                return false;
        }
    }

    static int original(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) {
            return 4;
        }
        int result = 0;
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
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 3;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 2 && a + c > b) {
            return 2;
        }
        if (result == 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    static int mutant1(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) {
            return 4;
        }
        int result = 0;
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
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 3;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 3 && a + c > b) {
            return 2;
        }
        if (result == 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    static int mutant2(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) {
            return 4;
        }
        int result = 0;
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
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 0;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 2 && a + c > b) {
            return 2;
        }
        if (result == 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    static int mutant3(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) {
            return 4;
        }
        int result = 0;
        if (a == b) {
            result = a + 1;
        }
        if (a == c) {
            result = result + 2;
        }
        if (b == c) {
            result = result + 3;
        }
        if (result == 0) {
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 3;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 2 && a + c > b) {
            return 2;
        }
        if (result == 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    static int mutant4(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) {
            return 4;
        }
        int result = 0;
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
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 3;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 2 && a + c > b) {
            return 2;
        }
        if (result != 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    static int mutant5(int a, int b, int c) {
        if (a <= 0 || b <= 0 || c <= 0) {
            return 4;
        }
        int result = 0;
        if (a == b) {
            result = result + 1;
        }
        if (a >= c) {
            result = result + 2;
        }
        if (b == c) {
            result = result + 3;
        }
        if (result == 0) {
            return a + b <= c || b + c <= a || a + c <= b ? 4 : 1;
        }
        if (result > 3) {
            return 3;
        }
        if (result == 1 && a + b > c) {
            return 2;
        }
        if (result == 2 && a + c > b) {
            return 2;
        }
        if (result == 3 && b + c > a) {
            return 2;
        }
        return 4;
    }

    static void checkOriginal(int a, int b, int c) { // entry
        Klew.assume(a < 10000 && b < 10000 && c < 10000);
        assert isRight(a, b, c, original(a, b, c)); // valid
    }

    static void checkOriginalWithLargeSides(int a, int b, int c) { // entry
        assert isRight(a, b, c, original(a, b, c)); // invalid (not there)
    }

    static void checkMutant1(int a, int b, int c) { // entry
        assert isRight(a, b, c, mutant1(a, b, c)); // invalid
    }

    static void checkMutant2(int a, int b, int c) { // entry
        assert isRight(a, b, c, mutant2(a, b, c)); // invalid
    }

    static void checkMutant3(int a, int b, int c) { // entry
        assert isRight(a, b, c, mutant3(a, b, c)); // invalid
    }

    static void checkMutant4(int a, int b, int c) { // entry
        assert isRight(a, b, c, mutant4(a, b, c)); // invalid
    }

    static void checkMutant5(int a, int b, int c) { // entry
        assert isRight(a, b, c, mutant5(a, b, c)); // invalid
    }
}
