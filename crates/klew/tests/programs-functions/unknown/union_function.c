// Pointers to functions in a union are no inputs, and a call through one is not taken for one through null.
// options: --function called

union action { int (*call)(int); long number; void *data; };

int called(union action action)
{
    return action.number & 1 || !action.call ? 0 : action.call(3);
}
