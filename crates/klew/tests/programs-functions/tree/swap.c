// The first program of the paper on path-optimal execution: the fields of two objects, swapped.
// options: --function swap
struct object {
    struct object *data;
};

void swap(struct object *self, struct object *s)
{
    if (s) {
        struct object *data = self->data;
        self->data = s->data;
        s->data = data;
    }
}
