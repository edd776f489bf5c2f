// Runs with more or longer arguments are known to end well: there is no bound to name.
#include <stdio.h>

int main(int argc, char **argv)
{
    int counts[10] = {0};
    if (argc != 2) {
        fprintf(stderr, "usage: %s DIGIT\n", argv[0]);
        return 1;
    }
    int digit = argv[1][0] - '0';
    if (digit < 0 || digit > 9)
        return 2;
    counts[digit]++;
    return counts[digit] - 1;
}
