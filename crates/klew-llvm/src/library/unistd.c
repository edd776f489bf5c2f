/* unistd.h and signal.h: files by their descriptors with arbitrary contents; signals never come. */
#include "input_file.h"

INTERNAL long read_bytes(int descriptor, void *bytes, size_t size) {
    struct open_file *open = klew_open_file(descriptor);
    if (open != 0)
        return (long)klew_read_file(open, bytes, size);
    klew_input_bytes(bytes, size, "read");
    long done = klew_long("bytes of read");
    klew_assume((done >= -1) & (done <= (long)size));
    return done;
}

long read(int descriptor, void *bytes, size_t size) {
    return read_bytes(descriptor, bytes, size);
}

long __read_chk(int descriptor, void *bytes, size_t size, size_t room) {
    if (size > room)
        __chk_fail();
    return read_bytes(descriptor, bytes, size);
}

long write(int descriptor, const void *bytes, size_t size) {
    (void)descriptor;
    klee_check_memory_access(bytes, size);
    long done = klew_long("write");
    klew_assume((done >= -1) & (done <= (long)size));
    return done;
}

/* How a file is opened; the values of Linux. */
enum { WRITES = 3, CREATES = 0100 };

INTERNAL int any_descriptor(const char *path, int flags) {
    length_of(path);
    if (flags & (WRITES | CREATES))
        klew_create_file(path);
    int input = klew_open_input(path);
    if (input >= 0)
        return input;
    if (!klew_other_files_exist()) {
        *__errno_location() = MODEL_ENOENT;
        return -1;
    }
    int descriptor = klew_int("open");
    klew_assume((descriptor == -1) | ((descriptor > 2) & (descriptor < 65536)));
    return descriptor;
}

int open(const char *path, int flags, ...) {
    return any_descriptor(path, flags);
}
int open64(const char *path, int flags, ...) {
    return any_descriptor(path, flags);
}
int creat(const char *path, unsigned mode) {
    (void)mode;
    return any_descriptor(path, WRITES);
}

long lseek(int descriptor, long offset, int origin) {
    struct open_file *open = klew_open_file(descriptor);
    if (open == 0)
        return klew_long("lseek");
    long base = origin == 0 ? 0 : (long)(origin == 1 ? open->at : open->file->size);
    long place = (long)((unsigned long)base + (unsigned long)offset);
    if ((place < 0) | ((unsigned)origin > 2) || open->file->name == 0) {
        *__errno_location() = open->file->name == 0 ? MODEL_ESPIPE : MODEL_EINVAL;
        return -1;
    }
    open->at = (size_t)place;
    return place;
}
long lseek64(int descriptor, long offset, int origin) { return lseek(descriptor, offset, origin); }

int close(int descriptor) {
    struct open_file *open = klew_open_file(descriptor);
    if (open != 0) {
        open->file = 0;
        return 0;
    }
    return -(int)klew_bool("close fails");
}

/* Input files are none. */
int isatty(int descriptor) {
    if (klew_open_file(descriptor) != 0)
        return 0;
    return klew_bool("isatty");
}

int access(const char *path, int mode) {
    length_of(path);
    enum { MAY_READ = 4 };
    if ((mode & ~MAY_READ) == 0) {
        int descriptor = klew_open_input(path);
        if (descriptor >= 0) {
            close(descriptor);
            return 0;
        }
        if (!klew_other_files_exist()) {
            *__errno_location() = MODEL_ENOENT;
            return -1;
        }
    }
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
