// Without POSIXLY_CORRECT, options come before other arguments.
// options: --no-env --sym-args 2 2 2
#include <assert.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int seen = getopt(argc, argv, "v") == 'v';
    if (argv[1][0] == 'x' && argv[2][0] == '-' && argv[2][1] == 'v')
        assert(seen);
    return 0;
}
