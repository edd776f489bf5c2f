/* Descriptors: which are open, for what, and what they refer to. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* Only 0, 1 and 2 are open. */
static void close_others(void) {
    for (int i = 3; i < 20; i++)
        close(i);
}

int main(void) {
    close_others();
    char bytes[4];
    assert(read(0, 0, 0) == 0);
    assert(write(1, 0, 0) == 0);
    errno = 0;
    assert(read(77, bytes, 1) == -1 && errno == EBADF);
    errno = 0;
    assert(write(-1, bytes, 1) == -1 && errno == EBADF);
    errno = 0;
    assert(close(50) == -1 && errno == EBADF);
    int copy = dup(1);
    assert(copy == 3);
    assert(close(copy) == 0);
    errno = 0;
    assert(write(copy, "x", 1) == -1 && errno == EBADF);
    errno = 0;
    assert(dup(copy) == -1 && errno == EBADF);
    assert(dup2(1, 9) == 9);
    assert(dup2(9, 9) == 9);
    errno = 0;
    assert(dup2(8, 9) == -1 && errno == EBADF);
    assert(fcntl(9, F_GETFD) == 0);
    assert(fcntl(9, F_SETFD, FD_CLOEXEC) == 0 && fcntl(9, F_GETFD) == FD_CLOEXEC);
    assert(fcntl(9, F_DUPFD, 9) == 10);
    assert(close(9) == 0 && close(10) == 0);
    errno = 0;
    assert(fdopen(9, "r") == 0 && errno == EBADF);
    assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2);

    int file = open("/dev/null", O_RDONLY);
    if (file < 0)
        return 0;
    assert(file == 3);
    assert((fcntl(file, F_GETFL) & O_ACCMODE) == O_RDONLY);
    errno = 0;
    assert(write(file, "x", 1) == -1 && errno == EBADF);
    errno = 0;
    assert(fdopen(file, "w") == 0 && errno == EINVAL);
    FILE *stream = fdopen(file, "r");
    assert(stream != 0 && fileno(stream) == file);
    errno = 0;
    assert(fputc('x', stream) == EOF && ferror(stream) && errno == EBADF);
    clearerr(stream);
    assert(!ferror(stream));
    assert(fclose(stream) == 0);
    errno = 0;
    assert(close(file) == -1 && errno == EBADF);
    assert(fgetc(stdout) == EOF && ferror(stdout));
    assert(fputs("x", stdin) == EOF && ferror(stdin));
    errno = 0;
    assert(fopen("x", "y") == 0 && errno == EINVAL);

    int ends[2];
    assert(pipe(ends) == 0 && ends[0] == 3 && ends[1] == 4);
    assert(write(ends[1], "abcde", 5) == 5);
    assert(read(ends[0], bytes, 4) == 4 && bytes[0] == 'a' && bytes[3] == 'd');
    errno = 0;
    assert(lseek(ends[0], 0, SEEK_SET) == -1 && errno == ESPIPE);
    errno = 0;
    assert(read(ends[1], bytes, 1) == -1 && errno == EBADF);
    errno = 0;
    assert(write(ends[0], bytes, 1) == -1 && errno == EBADF);
    assert(close(ends[1]) == 0);
    assert(read(ends[0], bytes, 4) == 1 && bytes[0] == 'e');
    assert(read(ends[0], bytes, 4) == 0);
    assert(close(0) == 0 && dup(ends[0]) == 0);
    return 0;
}
