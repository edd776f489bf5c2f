/* The controller of a door, as a state machine that is told of events. */
/* suite: --function step */

enum state { CLOSED, OPENING, OPEN, CLOSING, BLOCKED, LOCKED };
enum event { BUTTON, TICK, OBSTACLE, KEY, ALARM };

struct door {
    enum state state;
    unsigned position; /* 0 closed, 100 open. */
    unsigned waited;
    unsigned char alarms;
};

/* What happens; whether the door moves behind it. */
int step(struct door *door, enum event event)
{
    if (event == ALARM) {
        if (door->alarms < 255)
            door->alarms++;
        if (door->state != LOCKED)
            door->state = OPENING;
        return door->state == OPENING;
    }
    switch (door->state) {
    case CLOSED:
        if (event == BUTTON)
            door->state = OPENING;
        else if (event == KEY)
            door->state = LOCKED;
        break;
    case OPENING:
        if (event == TICK) {
            door->position += 10;
            if (door->position >= 100) {
                door->position = 100;
                door->waited = 0;
                door->state = OPEN;
            }
        }
        break;
    case OPEN:
        if (event == BUTTON || (event == TICK && ++door->waited > 5))
            door->state = CLOSING;
        break;
    case CLOSING:
        if (event == OBSTACLE) {
            door->state = BLOCKED;
        } else if (event == TICK) {
            if (door->position <= 10) {
                door->position = 0;
                door->state = CLOSED;
            } else {
                door->position -= 10;
            }
        }
        break;
    case BLOCKED:
        if (event == BUTTON)
            door->state = OPENING;
        break;
    case LOCKED:
        if (event == KEY)
            door->state = CLOSED;
        break;
    }
    return door->state == OPENING || door->state == CLOSING;
}
