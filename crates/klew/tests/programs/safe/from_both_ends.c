// options: --engine horn --property assertion --data-model 32
// Filled from both ends, and one array up while another goes down.
#include <assert.h>

#define LENGTH 3000

int main(void) {
    int marks[LENGTH], up[LENGTH], down[LENGTH];
    for (int i = 0; i <= LENGTH / 2; i++) {
        marks[i] = 3;
        marks[LENGTH - 1 - i] = 3;
    }
    for (int i = 0; i < LENGTH; i++) {
        up[i] = i;
        down[LENGTH - 1 - i] = i;
    }
    for (int i = 0; i < LENGTH; i++) {
        assert(marks[i] == 3);
        assert(up[i] + down[i] == LENGTH - 1);
    }
    return 0;
}
