// A structure that is passed by value: its parts are inputs like others.
// options: --function at
struct slice {
    const int *start;
    unsigned length;
};

int at(struct slice slice, unsigned index)
{
    return index < slice.length ? slice.start[index] : 0; // expect: valid-deref
}
