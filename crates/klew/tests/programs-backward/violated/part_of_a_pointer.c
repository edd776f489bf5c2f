/* A byte of a pointer is overwritten: backward execution does not say what the pointer is then. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

union word {
    void *pointer;
    char bytes[sizeof(void *)];
};

int main(void) {
    union word word;
    void *block = malloc(16);
    word.pointer = block;
    if (__VERIFIER_nondet_int() == 7)
        word.bytes[1] += 1;
    free(word.pointer); /* valid-free */
    return 0;
}
