// A header of twenty bytes from standard input: magic, version, count, offsets and checksum must all be right.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned char head[20];
    for (int i = 0; i < 20; i++) {
        int c = getchar();
        if (c == EOF)
            return 1;
        head[i] = (unsigned char)c;
    }
    if (head[0] != 0x7f || head[1] != 'D' || head[2] != 'E' || head[3] != 'P')
        return 1;
    if (head[4] != 2 || head[5] != 1)
        return 1;
    unsigned count = head[6] | head[7] << 8, start = head[8] | head[9] << 8;
    if (count * 12 + start != 4096 || start < 64)
        return 1;
    unsigned sum = 0;
    for (int i = 0; i < 18; i++)
        sum = (sum >> 1) + ((sum & 1) << 15) + head[i];
    if ((head[18] | head[19] << 8) != (int)(sum & 0xffff))
        return 1;
    char *table = malloc(count);
    if (table == 0)
        return 1;
    table[start / 8] = 1; // expect: valid-deref
    free(table);
    return 0;
}
