/* Days and dates, for years that an int can hold, before and after the start of the calendar. */
#ifndef KLEW_CALENDAR_H
#define KLEW_CALENDAR_H

#include "model.h"

/* struct tm, with glibc's two extra members. */
struct calendar {
    int second, minute, hour, day, month, year, week_day, year_day, summer_time;
    long offset;
    const char *zone;
};

enum { DAY = 86400, DAYS_OF_400_YEARS = 146097 };

INTERNAL int64_t floor_divided(int64_t number, int64_t by) {
    return number / by - (number % by < 0);
}

INTERNAL int is_leap_year(int64_t year) {
    return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0));
}

/* Days from 1970-01-01 to the first of a month (from 0); years begin in March here, so that leap days come last. */
INTERNAL int64_t days_until(int64_t year, int month) {
    year -= month < 2;
    int64_t era = floor_divided(year, 400), year_of_era = year - era * 400;
    int64_t shifted = month < 2 ? month + 10 : month - 2;
    int64_t day_of_year = (153 * shifted + 2) / 5;
    return era * DAYS_OF_400_YEARS + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

/* The date that so many days after 1970-01-01 is; what is true of it anyway is said once more for solvers. */
INTERNAL int64_t set_date(int64_t days, struct calendar *to) {
    int64_t shifted = days + 719468;
    int64_t era = floor_divided(shifted, DAYS_OF_400_YEARS);
    int64_t day = shifted - era * DAYS_OF_400_YEARS;
    int64_t year_of_era = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    int64_t day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int64_t month = (5 * day_of_year + 2) / 153;
    to->day = (int)(day_of_year - (153 * month + 2) / 5) + 1;
    to->month = (int)(month + (month < 10 ? 2 : -10));
    int64_t year = year_of_era + era * 400 + (to->month < 2);
    to->week_day = (int)(days + 4 - floor_divided(days + 4, 7) * 7);
    to->year_day = (int)(days - days_until(year, 0));
    klew_assume((to->day >= 1) & (to->day <= 31) & (to->month >= 0) & (to->month <= 11) & (to->week_day >= 0) &
                (to->week_day <= 6) & (to->year_day >= 0) & (to->year_day <= 365));
    return year;
}

/* The seconds of the years that fit. */
#define FIRST_OF_CALENDAR (-67768040609740800LL)
#define LAST_OF_CALENDAR 67768036191676799LL

INTERNAL int is_in_calendar(int64_t seconds) {
    return (seconds >= FIRST_OF_CALENDAR) & (seconds <= LAST_OF_CALENDAR);
}

/* 0 if the year does not fit. */
INTERNAL int set_calendar(int64_t seconds, struct calendar *to) {
    if (!is_in_calendar(seconds))
        return 0;
    int64_t days = floor_divided(seconds, DAY);
    int rest = (int)(seconds - days * DAY);
    to->hour = rest / 3600;
    to->minute = rest / 60 % 60;
    to->second = rest % 60;
    klew_assume((to->hour >= 0) & (to->hour <= 23) & (to->minute >= 0) & (to->minute <= 59) & (to->second >= 0) &
                (to->second <= 59));
    to->year = (int)(set_date(days, to) - 1900);
    return 1;
}

/* Seconds since 1970 of what may be outside of its range. */
INTERNAL int64_t seconds_of(const struct calendar *from) {
    int64_t years = floor_divided(from->month, 12);
    int month = (int)(from->month - years * 12);
    int64_t days = days_until((int64_t)from->year + 1900 + years, month) + from->day - 1;
    return days * DAY + (int64_t)from->hour * 3600 + (int64_t)from->minute * 60 + from->second;
}

#endif
