// A walk through a maze of walls, the moves symbolic.
#include <stddef.h>
void klee_make_symbolic(void *, size_t, const char *);
#ifndef MOVES
#define MOVES 14
#endif

static const char maze[7][12] = {
  "+-+---+---+",
  "| |     |!|",
  "| | --+ | |",
  "| |   | | |",
  "| +-- | | |",
  "|     |   |",
  "+-----+---+",
};

int main(void) {
  char moves[MOVES];
  int x = 1, y = 1, won = 0;
  klee_make_symbolic(moves, sizeof moves, "moves");
  for (int i = 0; i < MOVES && !won; i++) {
    int dx = 0, dy = 0;
    switch (moves[i]) {
      case 'w': dy = -1; break;
      case 's': dy = 1; break;
      case 'a': dx = -1; break;
      case 'd': dx = 1; break;
      default: return 1;
    }
    x += dx;
    y += dy;
    if (maze[y][x] == '!') won = 1;
    else if (maze[y][x] != ' ') return 2;
  }
  return !won;
}
