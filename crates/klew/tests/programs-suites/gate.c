/* Decisions of several conditions: that each of them decides takes other inputs than those that take each way of a branch. */

struct gate {
    int level;
    int alarm;
    int locked;
};

int may_open(const struct gate *gate, int code, int master)
{
    if (!gate)
        return -1;
    if ((gate->level > 3 && gate->level < 9 && !gate->alarm) || (code == 42 && master))
        return gate->locked ? 2 : 1;
    int is_odd = code > 0 && (master || gate->locked);
    return is_odd ? 3 : 0;
}

/* The second condition never decides: where it is asked, it holds. */
int is_small(unsigned number)
{
    return number < 10 && number < 20;
}
