/* Clocks, locales, locks: what a program with one thread sees of them. */
#include "models.h"

static int klew_errno;
int *__errno_location(void) { return &klew_errno; }

long time(long *place) {
    long now = klew_long("time");
    klew_assume(now >= 0);
    if (place) *place = now;
    return now;
}

long clock(void) {
    long now = klew_long("clock");
    klew_assume(now >= 0);
    return now;
}

unsigned sleep(unsigned seconds) { return 0; }
int usleep(unsigned microseconds) { return 0; }
int sched_yield(void) { return 0; }

char *setlocale(int category, const char *locale) {
    if (locale && locale[0] && !(locale[0] == 'C' && !locale[1])) {
        if (klew_arbitrary_int()) return NULL;
    }
    return (char *)"C";
}

/* Locks: taking one always succeeds; what matters is that they are memory. */
int pthread_mutex_init(void *mutex, const void *attributes) {
    *(volatile char *)mutex = 0;
    return 0;
}
int pthread_mutex_destroy(void *mutex) {
    (void)*(volatile char *)mutex;
    return 0;
}
int pthread_mutex_unlock(void *mutex) {
    (void)*(volatile char *)mutex;
    return 0;
}
unsigned long pthread_self(void) { return 1; }
