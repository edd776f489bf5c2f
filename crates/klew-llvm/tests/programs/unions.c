union value { int i; float f; char bytes[8]; };
struct bits { unsigned a : 3, b : 5; int c : 7; unsigned long d : 40; };
union value global_value = { .f = 1.5f };
struct bits flags = { 1, 2, -3, 123456789 };
int read_bits(struct bits *b) { b->c = 5; return b->a + b->b + b->c + (int)b->d; }
int as_int(union value v) { return v.i + v.bytes[2]; }
int main(void) { return as_int(global_value) + read_bits(&flags); }
