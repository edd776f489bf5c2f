/* signal.h. Which function handles a signal is known; what `raise` sends is handled at once. Signals from elsewhere, which may
 * come at any time once a function handles them, are not followed. */
#include "model.h"

typedef void (*handler)(int);

enum { SIGNALS = 65, KILL = 9, STOP = 19, ABORT = 6 };

#define USUAL ((handler)0)
#define IGNORED ((handler)1)
#define ERROR ((handler)-1)

static handler handlers[SIGNALS];
/* Whether the program set it, or asked; before, whoever starts the program may have had it ignored, but for two that nobody can. */
static char is_known[SIGNALS] = {[KILL] = 1, [STOP] = 1};

/* Of `sigaction`. */
static int flags[SIGNALS];
enum { WITH_INFORMATION = 4, RESTART = 0x10000000, ONCE = (int)0x80000000 };
/* Whether signals may wait until they are let through. */
static int may_be_blocked;

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_signals_that_come_at_any_time(void);
void klew_unsupported_signals_that_are_handled_with_information(void);
void klew_unsupported_signals_that_stop_the_process(void);
void klew_unsupported_signals_that_are_sent_after_some_were_blocked(void);
__attribute__((noreturn)) void klee_silent_exit(int status);

INTERNAL int is_signal(int number) { return (number >= 1) & (number < SIGNALS); }

INTERNAL handler current(int number) {
    if (!is_known[number]) {
        is_known[number] = 1;
        handlers[number] = (handler)(size_t)klew_bool("a signal is ignored from the start");
    }
    return handlers[number];
}

INTERNAL void set(int number, handler wanted) {
    handlers[number] = wanted;
    is_known[number] = 1;
    int is_function = (wanted != USUAL) & (wanted != IGNORED);
    if (is_function && klew_bool("a signal comes"))
        klew_unsupported_signals_that_come_at_any_time();
}

handler signal(int number, handler wanted) {
    if (!is_signal(number) || (number == KILL) | (number == STOP) | (wanted == ERROR)) {
        *__errno_location() = MODEL_EINVAL;
        return ERROR;
    }
    handler old = current(number);
    flags[number] = RESTART;
    set(number, wanted);
    return old;
}

/* What glibc has on Linux: 152 bytes where pointers have 64 bits, 140 where they have 32. */
struct action {
    handler function;
    unsigned long blocked[128 / sizeof(long)];
    int flags;
    void (*restorer)(void);
};

int sigaction(int number, const struct action *wanted, struct action *old) {
    if (!is_signal(number) || (wanted != 0) & ((number == KILL) | (number == STOP))) {
        *__errno_location() = MODEL_EINVAL;
        return -1;
    }
    handler before = current(number);
    int flags_before = flags[number];
    if (wanted != 0) {
        flags[number] = wanted->flags;
        set(number, wanted->function);
    }
    if (old != 0) {
        klew_input_bytes(old, sizeof *old, "sigaction");
        old->function = before;
        old->flags = flags_before;
    }
    return 0;
}

/* SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing by themselves; four others stop the process. */
INTERNAL void do_as_usual(int number) {
    if ((number == 17) | (number == 18) | (number == 23) | (number == 28))
        return;
    if ((number >= STOP) & (number <= 22))
        klew_unsupported_signals_that_stop_the_process();
    klee_silent_exit(128 + number);
}

int raise(int number) {
    if (!is_signal(number)) {
        *__errno_location() = MODEL_EINVAL;
        return -1;
    }
    if (may_be_blocked)
        klew_unsupported_signals_that_are_sent_after_some_were_blocked();
    handler function = current(number);
    if (function == IGNORED)
        return 0;
    if (function == USUAL) {
        do_as_usual(number);
        return 0;
    }
    if (flags[number] & WITH_INFORMATION)
        klew_unsupported_signals_that_are_handled_with_information();
    if (flags[number] & ONCE)
        handlers[number] = USUAL;
    function(number);
    return 0;
}

static unsigned alarm_is_set;

/* The seconds that were left of the alarm before. */
unsigned alarm(unsigned seconds) {
    unsigned left = alarm_is_set ? klew_uint("alarm") : 0;
    klew_assume(left <= alarm_is_set);
    alarm_is_set = seconds;
    return left;
}

enum { SET_WORDS = 128 / sizeof(long), WORD_BITS = 8 * sizeof(long) };

int sigemptyset(unsigned long *set) {
    for (size_t i = 0; i < SET_WORDS; i++)
        set[i] = 0;
    return 0;
}

/* Not the two that glibc keeps for itself. */
int sigfillset(unsigned long *set) {
    for (size_t i = 0; i < SET_WORDS; i++)
        set[i] = ~0ul;
    for (int number = 32; number < 34; number++)
        set[(number - 1) / WORD_BITS] &= ~(1ul << ((number - 1) % WORD_BITS));
    return 0;
}

INTERNAL int refuse(void) {
    *__errno_location() = MODEL_EINVAL;
    return -1;
}

int sigaddset(unsigned long *set, int number) {
    if (!is_signal(number) || (number == 32) | (number == 33))
        return refuse();
    set[(number - 1) / WORD_BITS] |= 1ul << ((number - 1) % WORD_BITS);
    return 0;
}

int sigdelset(unsigned long *set, int number) {
    if (!is_signal(number) || (number == 32) | (number == 33))
        return refuse();
    set[(number - 1) / WORD_BITS] &= ~(1ul << ((number - 1) % WORD_BITS));
    return 0;
}

int sigismember(const unsigned long *set, int number) {
    if (!is_signal(number))
        return refuse();
    return (set[(number - 1) / WORD_BITS] >> ((number - 1) % WORD_BITS)) & 1;
}

int sigprocmask(int how, const unsigned long *set, unsigned long *old) {
    if (set != 0 && (unsigned)how > 2)
        return refuse();
    if (set != 0)
        klee_check_memory_access(set, SET_WORDS * sizeof *set);
    may_be_blocked |= set != 0;
    if (old != 0)
        klew_input_bytes(old, SET_WORDS * sizeof *old, "approximate sigprocmask");
    return 0;
}
