// How large a file is, nobody knows; an empty one is not read.
#include <assert.h>
#include <sys/stat.h>

int main(void) {
    struct stat status;
    if (stat("settings", &status) == 0)
        assert(status.st_size != 0); // replayed: assertion
    return 0;
}
