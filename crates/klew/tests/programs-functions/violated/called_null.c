// A member of an input object that is called may be null.
// options: --function handle

struct handler {
    int (*call)(int);
};

int handle(struct handler *handler)
{
    return handler ? handler->call(3) : 0; // expect: valid-call
}
