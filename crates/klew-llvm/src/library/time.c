/* time.h: clocks, and dates from them. Clocks are arbitrary; what they count does not go back. The zone of local times is
 * arbitrary, too: its offset counts as an approximation, since the same time has the same one. Dates are exact until a clock
 * was read: divisions of an arbitrary time are too much for solvers, so that then dates are approximations. */
#include "calendar.h"

enum { MICROSECONDS = 1000000, NANOSECONDS = 1000000000, CLOCKS = 12 };

/* Linux counts nanoseconds in 63 bits. */
#if __SIZEOF_LONG__ == 8
#define LAST_SECOND 9223372035L
#else
#define LAST_SECOND LONG_MAX
#endif

struct pair {
    long seconds, parts;
};

/* What each clock said last. */
static struct pair last[CLOCKS];
static int was_read;

INTERNAL int is_later(const struct pair *a, const struct pair *b) {
    return (a->seconds > b->seconds) | ((a->seconds == b->seconds) & (a->parts >= b->parts));
}

INTERNAL void tick(struct pair *to, int clock) {
    struct pair now = {klew_long("seconds"), klew_long("parts of a second")};
    klew_assume((now.seconds >= 0) & (now.seconds <= LAST_SECOND) & (now.parts >= 0) & (now.parts < NANOSECONDS) &
                is_later(&now, &last[clock]));
    last[clock] = *to = now;
    was_read = 1;
}

/* time() looks at the clock of the last tick, which may be a little late. */
long time(long *place) {
    long now = klew_long("time");
    klew_assume((now >= last[0].seconds) & (now <= LAST_SECOND));
    if (now > last[0].seconds)
        last[0] = (struct pair){now, 0};
    was_read = 1;
    if (place != 0)
        *place = now;
    return now;
}

static long last_clock;

long clock(void) {
    long used = klew_long("clock");
    klew_assume((used == -1) | (used >= last_clock));
    if (used >= 0)
        last_clock = used;
    return used;
}

double difftime(long later, long earlier) { return (double)later - (double)earlier; }

int gettimeofday(struct pair *time, void *zone) {
    if (zone != 0)
        klew_input_bytes(zone, 8, "time zone");
    if (time == 0)
        return 0;
    tick(time, 0);
    time->parts /= 1000;
    klew_assume((time->parts >= 0) & (time->parts < MICROSECONDS));
    return 0;
}

INTERNAL int refuse(void) {
    *__errno_location() = MODEL_EINVAL;
    return -1;
}

int clock_gettime(int clock, struct pair *time) {
    if ((unsigned)clock >= CLOCKS)
        return refuse();
    tick(time, clock);
    return 0;
}

int clock_getres(int clock, struct pair *time) {
    if ((unsigned)clock >= CLOCKS)
        return refuse();
    if (time != 0)
        *time = (struct pair){0, klew_range(1, NANOSECONDS, "clock_getres")};
    return 0;
}

int timespec_get(struct pair *time, int base) {
    if (base != 1)
        return 0;
    tick(time, 0);
    return base;
}

static struct calendar shared_calendar;

INTERNAL struct calendar *too_large(void) {
    *__errno_location() = MODEL_EOVERFLOW;
    return 0;
}

/* Any date, of a time that clocks may give. */
INTERNAL void set_approximately(struct calendar *to) {
    to->second = klew_range(0, 60, "approximate second");
    to->minute = klew_range(0, 60, "approximate minute");
    to->hour = klew_range(0, 24, "approximate hour");
    to->day = klew_range(1, 32, "approximate day");
    to->month = klew_range(0, 12, "approximate month");
    to->year = klew_int("approximate year");
    to->week_day = klew_range(0, 7, "approximate day of the week");
    to->year_day = klew_range(0, 366, "approximate day of the year");
}

/* 0 if the year does not fit. */
INTERNAL int set_fields(const long *time, int offset, struct calendar *to) {
    int64_t seconds = (int64_t)*time + offset;
    if (!was_read)
        return set_calendar(seconds, to);
    if (!is_in_calendar(seconds))
        return 0;
    set_approximately(to);
    /* Most times are of a clock. */
    int usual = (*time >= 0) & (*time <= LAST_SECOND);
    klew_assume(!usual | ((to->year >= 69) & (to->year < 400)));
    return 1;
}

INTERNAL struct calendar *fill(const long *time, struct calendar *to) {
    if (!set_fields(time, 0, to))
        return too_large();
    to->summer_time = 0;
    to->offset = 0;
    to->zone = "GMT";
    return to;
}

/* The texts of two zones: usual and summer time. */
enum { ZONE_SIZE = 8 };

static char zones[2][ZONE_SIZE];
static int has_zones;

INTERNAL const char *zone(int summer_time) {
    for (int i = 0; i < 2 && !has_zones; i++) {
        klew_input_bytes(zones[i], ZONE_SIZE, "approximate name of the time zone");
        klew_assume(zones[i][ZONE_SIZE - 1] == 0);
    }
    has_zones = 1;
    return zones[summer_time];
}

/* No zone is more than a day and two hours away. */
INTERNAL int any_offset(void) { return klew_range(-93600, 93601, "approximate offset of the time zone"); }

INTERNAL struct calendar *fill_local(const long *time, struct calendar *to) {
    int offset = any_offset();
    if ((*time > LONG_MAX - 93600) | (*time < LONG_MIN + 93600) || !set_fields(time, offset, to))
        return too_large();
    to->summer_time = klew_range(0, 2, "approximate summer time");
    to->offset = offset;
    to->zone = zone(to->summer_time);
    return to;
}

struct calendar *localtime(const long *time) { return fill_local(time, &shared_calendar); }
struct calendar *gmtime(const long *time) { return fill(time, &shared_calendar); }
struct calendar *localtime_r(const long *time, struct calendar *to) { return fill_local(time, to); }
struct calendar *gmtime_r(const long *time, struct calendar *to) { return fill(time, to); }

/* Any time, or that there is none. */
INTERNAL long any_time_of(struct calendar *from, int offset) {
    long seconds = klew_long("approximate time of a date");
    if (seconds == -1 && klew_bool("approximate: no time of a date")) {
        *__errno_location() = MODEL_EOVERFLOW;
        return -1;
    }
    set_approximately(from);
    from->offset = offset;
    return seconds;
}

INTERNAL long time_of(struct calendar *from, int offset) {
    if (was_read)
        return any_time_of(from, offset);
    int64_t seconds = seconds_of(from) - offset;
    struct calendar normal;
    if ((seconds < LONG_MIN) | (seconds > LONG_MAX) || !set_calendar(seconds + offset, &normal)) {
        *__errno_location() = MODEL_EOVERFLOW;
        return -1;
    }
    normal.summer_time = from->summer_time;
    normal.offset = offset;
    normal.zone = from->zone;
    *from = normal;
    return (long)seconds;
}

long timegm(struct calendar *from) {
    from->summer_time = 0;
    long seconds = time_of(from, 0);
    if (seconds != -1)
        from->zone = "GMT";
    return seconds;
}

/* Around changes of the clocks it may also be one hour or more off: so is the time that was meant. */
long mktime(struct calendar *from) {
    int moved = klew_range(-7200, 7201, "approximate change to summer time");
    struct calendar meant = *from;
    int64_t seconds = (int64_t)meant.second + moved;
    if ((seconds > INT_MAX) | (seconds < INT_MIN))
        return too_large(), -1;
    meant.second = (int)seconds;
    long result = time_of(&meant, any_offset());
    if (result == -1)
        return -1;
    meant.summer_time = klew_range(0, 2, "approximate summer time");
    meant.zone = zone(meant.summer_time);
    *from = meant;
    return result;
}

void tzset(void) {}

static const char day_names[] = "SunMonTueWedThuFriSat";
static const char month_names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
static char shared_text[64];

INTERNAL char *put_name(char *to, const char *names, int index, int count) {
    for (int i = 0; i < 3; i++)
        *to++ = (index < 0) | (index >= count) ? '?' : names[3 * index + i];
    return to;
}

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_asctime_of_no_date(void);

INTERNAL char *put_two(char *to, int number, char filler) {
    if ((number < 0) | (number > 99))
        klew_unsupported_asctime_of_no_date();
    to[0] = number < 10 ? filler : (char)('0' + number / 10);
    to[1] = (char)('0' + number % 10);
    return to + 2;
}

/* Years that are not of four digits are printed as they are by glibc, which nobody needs. */
INTERNAL char *write_date(const struct calendar *date, char *to) {
    char *at = put_name(to, day_names, date->week_day, 7);
    *at++ = ' ';
    at = put_name(at, month_names, date->month, 12);
    *at++ = ' ';
    at = put_two(at, date->day, ' ');
    *at++ = ' ';
    at = put_two(at, date->hour, '0');
    *at++ = ':';
    at = put_two(at, date->minute, '0');
    *at++ = ':';
    at = put_two(at, date->second, '0');
    *at++ = ' ';
    if ((date->year < 1000 - 1900) | (date->year > 9999 - 1900))
        klew_unsupported_asctime_of_no_date();
    int year = date->year + 1900;
    at = put_two(at, year / 100, '0');
    at = put_two(at, year % 100, '0');
    *at++ = '\n';
    *at = 0;
    return to;
}

char *asctime(const struct calendar *date) { return write_date(date, shared_text); }
char *asctime_r(const struct calendar *date, char *to) { return write_date(date, to); }
char *ctime(const long *time) {
    const struct calendar *date = fill_local(time, &shared_calendar);
    return date == 0 ? 0 : write_date(date, shared_text);
}
char *ctime_r(const long *time, char *to) {
    struct calendar date;
    return fill_local(time, &date) == 0 ? 0 : write_date(&date, to);
}

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
    if ((wanted->seconds < 0) | ((unsigned long)wanted->parts >= NANOSECONDS))
        return refuse();
    return 0;
}

int clock_nanosleep(int clock, int flags, const struct pair *wanted, struct pair *rest) {
    (void)flags, (void)rest;
    if (((unsigned)clock >= CLOCKS) | ((unsigned long)wanted->parts >= NANOSECONDS))
        return MODEL_EINVAL;
    return 0;
}
