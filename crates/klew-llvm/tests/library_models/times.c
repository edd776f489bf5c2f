/* Dates: gmtime, timegm, asctime and strftime of glibc, over a few thousand years. */
#include "support.h"

#include <time.h>

MODEL(gmtime_r);
MODEL(timegm);
MODEL(asctime_r);
extern size_t model_strftime(char *, size_t, const char *, const struct tm *);

static int same_date(const struct tm *a, const struct tm *b) {
    return a->tm_sec == b->tm_sec && a->tm_min == b->tm_min && a->tm_hour == b->tm_hour && a->tm_mday == b->tm_mday &&
           a->tm_mon == b->tm_mon && a->tm_year == b->tm_year && a->tm_wday == b->tm_wday && a->tm_yday == b->tm_yday &&
           a->tm_isdst == b->tm_isdst && a->tm_gmtoff == b->tm_gmtoff && strcmp(a->tm_zone, b->tm_zone) == 0;
}

static void compare_format(const char *format, size_t room, const struct tm *date) {
    char left[128] = {0}, right[128] = {0};
    size_t a = model_strftime(left, room, format, date), b = strftime(right, room, format, date);
    CHECK(a == b, "strftime '%s' room %zu: %zu and %zu", format, room, a, b);
    CHECK(b == 0 || strcmp(left, right) == 0, "strftime '%s': '%s' and '%s'", format, left, right);
}

static void compare_formats_of(const struct tm *date) {
    static const char *const formats[] = {"%a %A %b %B %h|%c", "%C %d %D %e %F", "%g %G %V %u %w %U %W", "%H %I %j %k %l",
                                          "%m %M %n %p %P %r", "%R %S %t %T %x %X %y %Y", "%z %Z %%", "%-d %_d %0e %-m %_H %-j",
                                          "%Ey %Od %EY", "", "x", "%-y%_C%_j%-S%0k%-I"};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        compare_format(formats[i], 128, date);
}

static void compare_time(time_t seconds) {
    struct tm left, right;
    struct tm *a = model_gmtime_r(&seconds, &left), *b = gmtime_r(&seconds, &right);
    CHECK((a != 0) == (b != 0), "gmtime of %ld", (long)seconds);
    if (a == 0 || b == 0)
        return;
    CHECK(same_date(&left, &right), "gmtime of %ld", (long)seconds);
    if (right.tm_year >= -900 && right.tm_year < 8000) {
        compare_formats_of(&right);
        char one[64], other[64];
        CHECK(strcmp(model_asctime_r(&right, one), asctime_r(&right, other)) == 0, "asctime of %ld", (long)seconds);
    }
    CHECK(model_timegm(&left) == seconds, "timegm of %ld", (long)seconds);
}

static void compare_not_normal(void) {
    for (int month = -30; month < 30; month += 7)
        for (int day = -400; day < 400; day += 57)
            for (int hour = -50; hour < 60; hour += 31) {
                struct tm left = {.tm_year = 100, .tm_mon = month, .tm_mday = day, .tm_hour = hour, .tm_min = -day, .tm_sec = 7 * day};
                struct tm right = left;
                time_t a = model_timegm(&left), b = timegm(&right);
                CHECK(a == b && same_date(&left, &right), "timegm %d %d %d: %ld and %ld", month, day, hour, (long)a, (long)b);
            }
}

void compare_times(void) {
    static const long some[] = {0, 1, -1, 951782399, 951782400, 951868800, 2147483647, -2147483647 - 1, 1700000000};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        compare_time(some[i]);
    for (long days = -20000; days < 24000; days += 3)
        compare_time(days * 86400 + (days * 7919) % 86400);
#if __SIZEOF_LONG__ == 8
    for (int64_t days = -700000; days < 2000000; days += 1009)
        compare_time(days * 86400 + 43200);
    compare_time(67768036191676799);
    compare_time(67768036191676800);
    compare_time(-67768040609740800);
    compare_time(-67768040609740801);
#endif
    compare_not_normal();
    struct tm date = {.tm_year = 124, .tm_mon = 1, .tm_mday = 29, .tm_hour = 13, .tm_wday = 4, .tm_yday = 59, .tm_zone = "GMT"};
    for (size_t room = 0; room < 30; room++)
        compare_format("%F %T", room, &date);
}
