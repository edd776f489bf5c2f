/* dirent.h: entries have names, and the end comes again. */
#include <assert.h>
#include <dirent.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    DIR *folder = opendir("/");
    if (folder == 0)
        return 0;
    assert(dirfd(folder) > 2);
    int count = 0;
    const struct dirent *entry;
    while (count < 2 && (entry = readdir(folder)) != 0) {
        assert(entry->d_name[0] != 0 && entry->d_name[0] != 47);
        count++;
    }
    int descriptor = dirfd(folder);
    assert(closedir(folder) == 0 && close(descriptor) == -1);
    return 0;
}
