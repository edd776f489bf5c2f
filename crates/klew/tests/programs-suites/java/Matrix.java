/** A board of 3 by 3 fields. */
// suite: --entry Matrix.place; --entry Matrix.winner
public class Matrix {
    private char[] fields;
    private int moves;

    private boolean isSound() {
        return fields != null && fields.length == 9;
    }

    boolean place(int row, int column, char who) {
        if (!isSound() || row < 0 || row > 2 || column < 0 || column > 2) {
            return false;
        }
        if (who != 'x' && who != 'o' || fields[3 * row + column] != 0) {
            return false;
        }
        fields[3 * row + column] = who;
        moves++;
        return true;
    }

    private boolean same(int from, int step) {
        char first = fields[from];
        return first != 0 && fields[from + step] == first && fields[from + 2 * step] == first;
    }

    char winner() {
        if (!isSound()) {
            return '?';
        }
        for (int i = 0; i < 3; i++) {
            if (same(3 * i, 1)) {
                return fields[3 * i];
            }
            if (same(i, 3)) {
                return fields[i];
            }
        }
        if (same(0, 4) || same(2, 2)) {
            return fields[4];
        }
        return moves >= 9 ? '-' : ' ';
    }
}
