// What a member of an input object calls is not known: the result may be anything, and that is said.
// options: --function handle

struct handler {
    int (*call)(struct handler *, int);
    int divisor;
};

int handle(struct handler *handler)
{
    if (!handler || !handler->call)
        return 0;
    int result = handler->call(handler, 3);
    return result == 77 ? 10 / handler->divisor : 1;
}
