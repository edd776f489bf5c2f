/* unistd.h and signal.h: files by their descriptors with arbitrary contents; signals never come. */
#include "model.h"

INTERNAL long read_bytes(void *bytes, size_t size) {
    klew_input_bytes(bytes, size, "read");
    long done = klew_long("read");
    klew_assume((done >= -1) & (done <= (long)size));
    return done;
}

long read(int descriptor, void *bytes, size_t size) {
    (void)descriptor;
    return read_bytes(bytes, size);
}

long __read_chk(int descriptor, void *bytes, size_t size, size_t room) {
    (void)descriptor;
    if (size > room)
        __chk_fail();
    return read_bytes(bytes, size);
}

long write(int descriptor, const void *bytes, size_t size) {
    (void)descriptor;
    klee_check_memory_access(bytes, size);
    long done = klew_long("write");
    klew_assume((done >= -1) & (done <= (long)size));
    return done;
}

INTERNAL int any_descriptor(const char *path) {
    length_of(path);
    int descriptor = klew_int("open");
    klew_assume((descriptor == -1) | ((descriptor > 2) & (descriptor < 65536)));
    return descriptor;
}

int open(const char *path, int flags, ...) {
    (void)flags;
    return any_descriptor(path);
}
int open64(const char *path, int flags, ...) {
    (void)flags;
    return any_descriptor(path);
}
int creat(const char *path, unsigned mode) {
    (void)mode;
    return any_descriptor(path);
}

int close(int descriptor) {
    (void)descriptor;
    return -(int)klew_bool("close fails");
}

int isatty(int descriptor) {
    (void)descriptor;
    return klew_bool("isatty");
}

int access(const char *path, int mode) {
    (void)mode;
    length_of(path);
    return -(int)klew_bool("access fails");
}

INTERNAL int any_number(const char *name) {
    int number = klew_int(name);
    klew_assume(number >= 0);
    return number;
}

int getpid(void) { return any_number("getpid") | 1; }
int getppid(void) { return any_number("getppid"); }
unsigned getuid(void) { return klew_uint("getuid"); }
unsigned geteuid(void) { return klew_uint("geteuid"); }
unsigned getgid(void) { return klew_uint("getgid"); }
unsigned getegid(void) { return klew_uint("getegid"); }

unsigned alarm(unsigned seconds) {
    (void)seconds;
    return 0;
}

typedef void (*handler)(int);

/* The handler before is the usual one. */
handler signal(int number, handler new_handler) {
    (void)number, (void)new_handler;
    return 0;
}

int sigaction(int number, const void *new_action, void *old_action) {
    (void)number, (void)new_action;
    /* struct sigaction: 152 bytes where pointers have 64 bits, 140 where they have 32. */
    if (old_action != 0)
        __builtin_memset(old_action, 0, sizeof(void *) == 8 ? 152 : 140);
    return 0;
}

enum { SIGNAL_SET = 128 };

int sigemptyset(void *set) {
    __builtin_memset(set, 0, SIGNAL_SET);
    return 0;
}
int sigfillset(void *set) {
    __builtin_memset(set, 255, SIGNAL_SET);
    return 0;
}
int sigprocmask(int how, const void *set, void *old) {
    (void)how, (void)set;
    if (old != 0)
        __builtin_memset(old, 0, SIGNAL_SET);
    return 0;
}
