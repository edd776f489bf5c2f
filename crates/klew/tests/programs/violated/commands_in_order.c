// A machine that reads one command after the other: the states that it comes to are few, the texts that lead to them are not. Those that
// an earlier one includes are closed, whatever registers that are not needed any more point to.
#include <assert.h>
#include <stdio.h>

enum state { IDLE, UP, DOWN, OPEN, ALARM };

int main(void) {
  enum state state = IDLE;
  int floor = 0, wanted[4] = {0}, load = 0, c;
  while ((c = getchar()) != EOF) {
    switch (c) {
    case '0':
    case '1':
    case '2':
    case '3':
      wanted[c - '0'] = 1;
      break;
    case '+':
      if (state == OPEN && load < 5)
        load++;
      break;
    case '-':
      if (state == OPEN && load > 0)
        load--;
      break;
    case 'c':
      if (state == OPEN)
        state = load <= 3 ? IDLE : ALARM;
      break;
    case 'r':
      if (state == ALARM)
        state = IDLE;
      break;
    case '.':
      if (state == IDLE) {
        int target = -1;
        for (int i = 0; i < 4; i++)
          if (wanted[i])
            target = i;
        if (target == floor) {
          wanted[target] = 0;
          state = OPEN;
        } else if (target >= 0) {
          state = target > floor ? UP : DOWN;
        }
      } else if (state == UP || state == DOWN) {
        floor += state == UP ? 1 : -1;
        if (wanted[floor]) {
          wanted[floor] = 0;
          state = OPEN;
        }
      }
      break;
    default:
      break;
    }
    assert(load <= 3 || floor != 2 || state == OPEN); // expect: assertion
  }
  return 0;
}
