// The second program of the paper: the sum of three fields.
// options: --function sum
struct object {
    unsigned value;
};

unsigned sum(struct object *a, struct object *b, struct object *c)
{
    return a->value + b->value + c->value;
}
