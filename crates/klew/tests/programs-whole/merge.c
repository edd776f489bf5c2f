// merge A B: the characters of two sorted files in one order. MERGE_UNIQUE leaves out what comes twice.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    FILE *one = fopen(argv[1], "r"), *other = fopen(argv[2], "r");
    if (!one || !other) {
        if (one)
            fclose(one);
        if (other)
            fclose(other);
        return 1;
    }
    int unique = getenv("MERGE_UNIQUE") != NULL, last = EOF;
    int a = getc(one), b = getc(other);
    while (a != EOF || b != EOF) {
        int next;
        if (b == EOF || (a != EOF && a < b)) {
            next = a;
            a = getc(one);
        } else {
            next = b;
            b = getc(other);
        }
        if (next < last && last != EOF)
            break; // A file was not sorted.
        if (unique && next == last)
            continue;
        assert(!unique || next != 'm'); // expect: assertion // fixed: assert(next >= last);
        putchar(next);
        last = next;
    }
    fclose(one);
    fclose(other);
    return 0;
}
