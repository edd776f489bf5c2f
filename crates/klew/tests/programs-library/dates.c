/* time.h: dates of known times, clocks that do not go back. */
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <time.h>

static const char *const names[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

int main(void) {
    time_t time_of_a_day = 1700000000;
    struct tm *date = gmtime(&time_of_a_day);
    char text[64];
    assert(strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", date) == 19);
    assert(strcmp(text, "2023-11-14 22:13:20") == 0);
    assert(strftime(text, 5, "%Y-%m", date) == 0);
    assert(timegm(date) == time_of_a_day && date->tm_yday == 317);
    assert(strcmp(asctime(date), "Tue Nov 14 22:13:20 2023\n") == 0);
    struct tm other = {.tm_year = 124, .tm_mon = 1, .tm_mday = 30};
    assert(timegm(&other) == 1709251200 && other.tm_mon == 2 && other.tm_mday == 1);
    struct timespec pause = {0, 1000000000};
    assert(nanosleep(&pause, 0) == -1 && errno == EINVAL);

    time_t first = time(0), second = time(0);
    assert(second >= first && difftime(second, first) >= 0);
    struct timespec a, b;
    assert(clock_gettime(CLOCK_MONOTONIC, &a) == 0 && clock_gettime(CLOCK_MONOTONIC, &b) == 0);
    assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
    date = gmtime(&second);
    assert(names[date->tm_mon][0] != 'x' && date->tm_mday >= 1 && date->tm_mday <= 31);
    return 0;
}
