/* Files, folders and terminals: what holds whatever there is. */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static int is_type(mode_t mode) {
    return S_ISDIR(mode) || S_ISREG(mode) || S_ISFIFO(mode) || S_ISCHR(mode) || S_ISBLK(mode) || S_ISSOCK(mode);
}

int main(void) {
    struct stat status;
    if (stat("/tmp", &status) == 0)
        assert(is_type(status.st_mode) && status.st_size >= 0 && status.st_mtim.tv_nsec < 1000000000);
    errno = 0;
    assert(stat("", &status) == -1 && errno == ENOENT);
    errno = 0;
    assert(fstat(33, &status) == -1 && errno == EBADF);
    int ends[2];
    assert(pipe(ends) == 0 && fstat(ends[0], &status) == 0 && S_ISFIFO(status.st_mode));
    errno = 0;
    assert(!isatty(ends[0]) && errno == ENOTTY && close(ends[0]) == 0 && close(ends[1]) == 0);
    struct winsize window;
    struct termios settings;
    if (ioctl(1, TIOCGWINSZ, &window) == 0)
        assert(isatty(1) && tcgetattr(1, &settings) == 0);
    else
        assert(!isatty(1) && tcgetattr(1, &settings) == -1);
    errno = 0;
    assert(openat(33, "x", O_RDONLY) == -1 && errno == EBADF);
    char here[16];
    if (getcwd(here, sizeof here) != 0)
        assert(here[0] == '/');
    errno = 0;
    assert(getcwd(here, 0) == 0 && errno == EINVAL);
    errno = 0;
    assert(opendir("") == 0 && errno == ENOENT);
    errno = 0;
    assert(closedir(0) == -1 && errno == EINVAL);
    char name[] = "no name";
    errno = 0;
    assert(mkstemp(name) == -1 && errno == EINVAL);
    umask(022);
    assert(umask(077) == 022);
    return 0;
}
