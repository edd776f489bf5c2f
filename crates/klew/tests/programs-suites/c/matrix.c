/* Checks and steps of the game of 3 by 3 fields. */
/* suite: --function winner; --function place */

struct board {
    char fields[3][3]; /* 0 for none, 'x' or 'o'. */
    int moves;
};

static int same(const struct board *board, int row, int column, int down, int right)
{
    char first = board->fields[row][column];
    if (first != 'x' && first != 'o')
        return 0;
    return board->fields[row + down][column + right] == first &&
           board->fields[row + 2 * down][column + 2 * right] == first;
}

/* Who has won: 'x', 'o', '-' where the board is full, 0 where nobody has yet. */
char winner(const struct board *board)
{
    int index;
    for (index = 0; index < 3; index++) {
        if (same(board, index, 0, 0, 1))
            return board->fields[index][0];
        if (same(board, 0, index, 1, 0))
            return board->fields[0][index];
    }
    if (same(board, 0, 0, 1, 1) || same(board, 0, 2, 1, -1))
        return board->fields[1][1];
    return board->moves >= 9 ? '-' : 0;
}

/* Makes a move; whether it is one. */
int place(struct board *board, unsigned row, unsigned column, char who)
{
    if (row > 2 || column > 2 || (who != 'x' && who != 'o'))
        return 0;
    if (board->fields[row][column])
        return 0;
    board->fields[row][column] = who;
    board->moves++;
    return 1;
}
