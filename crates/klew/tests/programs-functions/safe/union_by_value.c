// A value of several kinds, in memory: what its pointer leads to is there where it is not null.
// options: --function size

struct node { int count; unsigned short symbol; };
struct value {
    int kind, first, second, third;
    union { long number; const struct node *node; double real; } of;
};

int size(struct value value)
{
    if (value.kind == 1)
        return value.of.node ? value.of.node->symbol : 0;
    return value.kind == 2 ? value.third : value.second;
}
