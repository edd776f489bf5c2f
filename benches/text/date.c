// The day of the year and the weekday of a date YYYY-MM-DD, given as argument.
// sizes: --sym-args 1 1 10
// klee: --sym-arg 10
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct date {
    int year, month, day;
};

static int is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int days_of(int year, int month) {
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int leap = year % 4 == 0; // fixed: int leap = is_leap(year);
    return days[month - 1] + (month == 2 && leap);
}

static int parse(const char *text, struct date *date) {
    char rest;
    if (sscanf(text, "%4d-%2d-%2d%c", &date->year, &date->month, &date->day, &rest) != 3)
        return -1;
    if (date->year < 1583 || date->month < 1 || date->month > 12)
        return -1;
    if (date->day < 1 || date->day > days_of(date->year, date->month))
        return -1;
    return 0;
}

static int day_of_year(const struct date *date) {
    static const int before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    return before[date->month - 1] + date->day + (date->month > 2 && is_leap(date->year));
}

/* The month in which a day of the year lies. */
static int month_of(int year, int day) {
    int month = 1;
    int left = day;
    while (month < 12) {
        int length = month == 2 ? 28 + is_leap(year) : 30 + ((month + month / 8) & 1);
        if (left <= length)
            break;
        left -= length;
        month++;
    }
    return month;
}

static int weekday(const struct date *date) {
    int year = date->year - 1;
    return (year * 365 + year / 4 - year / 100 + year / 400 + day_of_year(date)) % 7;
}

int main(int argc, char **argv) {
    static const char *const names[7] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    struct date date;
    if (argc != 2)
        return 2;
    if (parse(argv[1], &date) != 0) {
        fprintf(stderr, "%s: no date\n", argv[1]);
        return 1;
    }
    int day = day_of_year(&date);
    assert(month_of(date.year, day) == date.month); // expect: assertion
    printf("day %d, %s\n", day, names[weekday(&date)]);
    return 0;
}
