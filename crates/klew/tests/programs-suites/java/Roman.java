/** Roman numbers. */
// suite: --entry Roman.valueOf; --entry Roman.parse
public final class Roman {
    private Roman() {}

    static int valueOf(char letter) {
        switch (letter) {
            case 'I':
                return 1;
            case 'V':
                return 5;
            case 'X':
                return 10;
            case 'L':
                return 50;
            case 'C':
                return 100;
            case 'D':
                return 500;
            case 'M':
                return 1000;
            default:
                return 0;
        }
    }

    /** The number that the letters make; -1 where one of them is none. */
    static int parse(char[] letters) {
        if (letters == null || letters.length == 0 || letters.length > 4) {
            return -1;
        }
        int sum = 0;
        for (int i = 0; i < letters.length; i++) {
            int value = valueOf(letters[i]);
            if (value == 0) {
                return -1;
            }
            if (i + 1 < letters.length && valueOf(letters[i + 1]) > value) {
                sum -= value;
            } else {
                sum += value;
            }
        }
        return sum;
    }
}
