// A member that is a pointer to a function leads to one that nobody knows: calling it is no call of what is not a function.
// options: --function notify
struct listener {
    int count;
    int (*heard)(struct listener *, int);
};

int notify(struct listener *listener)
{
    if (!listener || !listener->heard)
        return 0;
    int answer = listener->heard(listener, 3);
    return answer == 77 ? 10 / listener->count : 1;
}
