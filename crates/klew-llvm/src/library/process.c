/* unistd.h: who and where the process is, and what the system has. Arbitrary, but the same each time. */
#include "model.h"

enum { MOST_PROCESSES = 4194304 };

static int process, user, group, effective_user, effective_group;
static int process_is_known, user_is_known, group_is_known, effective_user_is_known, effective_group_is_known;

int getpid(void) {
    if (!process_is_known)
        process = klew_range(1, MOST_PROCESSES, "getpid");
    process_is_known = 1;
    return process;
}

/* It changes when the parent ends. */
int getppid(void) { return klew_range(0, MOST_PROCESSES, "getppid"); }

#define ONCE(FUNCTION, PLACE, NAME)               \
    unsigned FUNCTION(void) {                     \
        if (!PLACE##_is_known)                    \
            PLACE = klew_int(NAME);               \
        PLACE##_is_known = 1;                     \
        return (unsigned)PLACE;                   \
    }

ONCE(getuid, user, "getuid")
ONCE(geteuid, effective_user, "geteuid")
ONCE(getgid, group, "getgid")
ONCE(getegid, effective_group, "getegid")

enum { PAGE = 4096, CLOCK_TICKS = 2, PAGE_SIZE = 30, PROCESSORS = 83, PROCESSORS_ONLINE = 84 };

int getpagesize(void) { return PAGE; }

/* -1: there is no limit, or no such question. */
long sysconf(int question) {
    if (question == CLOCK_TICKS)
        return 100;
    if (question == PAGE_SIZE)
        return PAGE;
    long answer = klew_long("sysconf");
    klew_assume(answer >= -1);
    if ((question == PROCESSORS) | (question == PROCESSORS_ONLINE))
        klew_assume((answer >= 1) & (answer <= 65536));
    return answer;
}

int gethostname(char *to, size_t size) {
    if (size == 0 || klew_bool("gethostname fails"))
        return FAIL_SOMEHOW("errno of gethostname");
    INPUT_TEXT(to, size, "gethostname");
    return 0;
}

enum { PARTS = 6, PART_SIZE = 65 };

int uname(char (*to)[PART_SIZE]) {
    klew_input_bytes(to, PARTS * PART_SIZE, "uname");
    for (int i = 0; i < PARTS; i++)
        klew_assume(to[i][PART_SIZE - 1] == 0);
    return 0;
}

enum { MOST_ENTROPY = 256, MODEL_EIO = 5 };

int getentropy(void *to, size_t size) {
    if (size > MOST_ENTROPY) {
        *__errno_location() = MODEL_EIO;
        return -1;
    }
    klew_input_bytes(to, size, "getentropy");
    return 0;
}

long getrandom(void *to, size_t size, unsigned flags) {
    (void)flags;
    if (size > MOST_ENTROPY) {
        long done = klew_long("bytes of getrandom");
        klew_assume((done >= -1) & (done <= (long)size));
        if (done < 0)
            return FAIL_SOMEHOW("errno of getrandom");
        klew_input_some(to, size, (size_t)done, "getrandom");
        return done;
    }
    klew_input_bytes(to, size, "getrandom");
    return (long)size;
}
