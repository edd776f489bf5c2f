// With POSIXLY_CORRECT, options end at the first argument that is none.
// options: --env POSIXLY_CORRECT= --sym-args 2 2 2
#include <assert.h>
#include <unistd.h>
int main(int argc, char **argv) {
    int seen = getopt(argc, argv, "v") == 'v';
    if (argv[1][0] == 'x' && argv[2][0] == '-' && argv[2][1] == 'v')
        assert(seen); // expect: assertion
    return 0;
}
