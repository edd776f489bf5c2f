/* Days and dates of the Gregorian calendar. */
/* suite: --function next_day; --function day_of_week */

struct date {
    int year, month, day;
};

static int is_leap(int year)
{
    if (year % 400 == 0)
        return 1;
    if (year % 100 == 0)
        return 0;
    return year % 4 == 0;
}

static int days_in(int year, int month)
{
    switch (month) {
    case 2:
        return is_leap(year) ? 29 : 28;
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    default:
        return 31;
    }
}

static int is_valid(const struct date *date)
{
    return date->year >= 1583 && date->year <= 9999 && date->month >= 1 && date->month <= 12 &&
           date->day >= 1 && date->day <= days_in(date->year, date->month);
}

/* Moves the date on by a day; whether it could. */
int next_day(struct date *date)
{
    if (!date || !is_valid(date))
        return 0;
    if (date->day < days_in(date->year, date->month)) {
        date->day++;
        return 1;
    }
    date->day = 1;
    if (date->month < 12) {
        date->month++;
        return 1;
    }
    if (date->year == 9999)
        return 0;
    date->month = 1;
    date->year++;
    return 1;
}

/* 0 for Sunday; -1 where there is no such day. */
int day_of_week(int year, int month, int day)
{
    static const int shift[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    struct date date = {year, month, day};
    if (!is_valid(&date))
        return -1;
    if (month < 3)
        year--;
    return (year + year / 4 - year / 100 + year / 400 + shift[month - 1] + day) % 7;
}
