typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static operation table[2] = { add, sub };
struct object { struct object *next; operation op; void (*notify)(struct object *, ...); };
operation choose(int i) { return i ? table[i & 1] : add; }
int apply(struct object *o, int x) { for (; o; o = o->next) { x = o->op(x, 1); if (o->notify) o->notify(o, x); } return x; }
int main(void) { struct object o = { 0, choose(1), 0 }; return apply(&o, 4); }
int other(int, int) __attribute__((alias("add_alias_target")));
int add_alias_target(int a, int b) { return a + b + 1; }
