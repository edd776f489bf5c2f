// options: --property assertion
// A process gets a number that nobody looks at, and a state that is one of three; it moves from queue to queue.
#include <klew.h>
#include <stdlib.h>

enum { READY = 1, RUNNING, DONE };

struct process {
    int state;
    int number;
    struct process *next;
};

static unsigned started;

int main(void) {
    struct process *ready = NULL, *done = NULL;
    while (klew_bool("goes on")) {
        if (klew_bool("starts")) {
            struct process *process = malloc(sizeof *process);
            if (!process)
                return 1;
            process->state = READY;
            process->number = started++;
            process->next = ready;
            ready = process;
        } else if (ready) {
            struct process *process = ready;
            ready = process->next;
            process->state = RUNNING;
            if (klew_bool("ends")) {
                process->state = DONE;
                process->next = done;
                done = process;
            } else {
                process->state = READY;
                process->next = ready;
                ready = process;
            }
        }
    }
    for (struct process *process = ready; process; process = process->next)
        klew_assert(process->state == READY);
    for (struct process *process = done; process; process = process->next)
        klew_assert(process->state == DONE);
    return 0;
}
