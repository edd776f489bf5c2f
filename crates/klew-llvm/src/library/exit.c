/* stdlib.h: functions that run at the end. */
#include "model.h"

enum { HANDLERS = 64 };

typedef void (*plain)(void);
typedef void (*with_status)(int, void *);
typedef void (*with_argument)(void *);

static struct handler {
    plain plain;
    with_status with_status;
    with_argument with_argument;
    void *argument;
} handlers[HANDLERS];
static int count;

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_registration_of_more_than_64_functions_for_exit(void);

INTERNAL struct handler *new_handler(void) {
    if (count == HANDLERS)
        klew_unsupported_registration_of_more_than_64_functions_for_exit();
    return &handlers[count++];
}

int atexit(plain function) {
    new_handler()->plain = function;
    return 0;
}

int on_exit(with_status function, void *argument) {
    struct handler *handler = new_handler();
    handler->with_status = function;
    handler->argument = argument;
    return 0;
}

int __cxa_atexit(with_argument function, void *argument, void *object) {
    (void)object;
    struct handler *handler = new_handler();
    handler->with_argument = function;
    handler->argument = argument;
    return 0;
}

/* A handler may register others. */
void klew_run_exit_handlers(void) {
    while (count > 0) {
        struct handler handler = handlers[--count];
        if (handler.plain != 0)
            handler.plain();
        else if (handler.with_status != 0)
            handler.with_status(klew_int("approximate exit status"), handler.argument);
        else if (handler.with_argument != 0)
            handler.with_argument(handler.argument);
    }
}

/* A program with destructors has its own. */
void klew_finish(void) { klew_run_exit_handlers(); }
