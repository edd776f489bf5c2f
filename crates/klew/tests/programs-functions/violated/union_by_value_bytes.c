// The members of a union without pointers are an input, too, and so is which pointer there is.
// options: --function kind
#include <klew.h>

struct value {
    int kind;
    union { long number; const char *text; struct { void *at; unsigned long size; } block; } of;
};

int kind(struct value value)
{
    if (value.kind == 1)
        return value.of.text ? value.of.text[0] : 0;
    if (value.kind == 2 && value.of.block.at)
        klew_assert(value.of.block.size != 77); // expect: assertion
    return 0;
}
