// Only the addresses of these are taken, by what is never used.
extern int table[];
extern int counter;
int *unused(void) { return table; }
int *keep = &counter;
int main(void) { return keep == 0; }
