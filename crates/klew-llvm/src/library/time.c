/* time.h: times are arbitrary. */
#include "model.h"

long time(long *place) {
    long now = klew_long("time");
    klew_assume(now >= 0);
    if (place != 0)
        *place = now;
    return now;
}

long clock(void) {
    long used = klew_long("clock");
    klew_assume(used >= -1);
    return used;
}

double difftime(long later, long earlier) { return (double)later - (double)earlier; }

struct pair {
    long seconds, parts;
};

INTERNAL int arbitrary_pair(struct pair *place, long parts) {
    long seconds = klew_long("seconds"), part = klew_long("parts of a second");
    klew_assume((seconds >= 0) & (part >= 0) & (part < parts));
    place->seconds = seconds;
    place->parts = part;
    return 0;
}

int gettimeofday(struct pair *time, void *zone) {
    if (zone != 0)
        klew_input_bytes(zone, 8, "time zone");
    return time == 0 ? 0 : arbitrary_pair(time, 1000000);
}

int clock_gettime(int clock, struct pair *time) {
    (void)clock;
    return arbitrary_pair(time, 1000000000);
}

/* struct tm, with glibc's two extra members. */
struct calendar {
    int second, minute, hour, day, month, year, week_day, year_day, summer_time;
    long offset;
    const char *zone;
};

static struct calendar shared_calendar;

INTERNAL struct calendar *fill(const long *time, struct calendar *to) {
    klee_check_memory_access(time, sizeof *time);
    to->second = klew_range(0, 61, "approximate second");
    to->minute = klew_range(0, 60, "approximate minute");
    to->hour = klew_range(0, 24, "approximate hour");
    to->day = klew_range(1, 32, "approximate day");
    to->month = klew_range(0, 12, "approximate month");
    to->year = klew_int("approximate year");
    to->week_day = klew_range(0, 7, "approximate day of the week");
    to->year_day = klew_range(0, 366, "approximate day of the year");
    to->summer_time = klew_range(0, 2, "approximate summer time");
    to->offset = klew_range(-86400, 86400, "approximate offset of the time zone");
    to->zone = "UTC";
    return to;
}

struct calendar *localtime(const long *time) { return fill(time, &shared_calendar); }
struct calendar *gmtime(const long *time) { return fill(time, &shared_calendar); }
struct calendar *localtime_r(const long *time, struct calendar *to) { return fill(time, to); }
struct calendar *gmtime_r(const long *time, struct calendar *to) { return fill(time, to); }

unsigned sleep(unsigned seconds) {
    (void)seconds;
    return 0;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return 0;
}

int nanosleep(const struct pair *wanted, struct pair *rest) {
    (void)rest;
    klee_check_memory_access(wanted, sizeof *wanted);
    return 0;
}
