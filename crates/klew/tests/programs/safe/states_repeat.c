// A protocol that runs for ever: what it is in repeats, though what it is given does not.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

enum state { CLOSED, OPENING, OPEN, CLOSING };

struct connection {
  enum state state;
  int *buffer;
  unsigned handled;
};

static void step(struct connection *c) {
  int event = __VERIFIER_nondet_int();
  c->handled++; // nobody asks
  switch (c->state) {
  case CLOSED:
    if (event == 1)
      c->state = OPENING;
    break;
  case OPENING:
    c->buffer = malloc(sizeof *c->buffer);
    if (!c->buffer)
      exit(0);
    c->state = OPEN;
    break;
  case OPEN:
    *c->buffer = event;
    if (event < 0)
      c->state = CLOSING;
    break;
  case CLOSING:
    assert(*c->buffer < 0);
    free(c->buffer);
    c->buffer = 0;
    c->state = CLOSED;
    break;
  }
}

int main(void) {
  struct connection c = {CLOSED, 0, 0};
  for (;;) {
    c.handled = 0;
    step(&c);
    assert((c.state == OPEN || c.state == CLOSING) == (c.buffer != 0));
  }
}
