/* time.h: dates as text, in the C locale. */
#include "calendar.h"

static const char *const days[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

struct text {
    char *to;
    size_t room, length;
};

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_directive_of_strftime(void);
void klew_unsupported_strftime_of_no_date(void);

INTERNAL void put(struct text *text, char c) {
    if (text->length < text->room)
        text->to[text->length] = c;
    text->length++;
}

INTERNAL void put_text(struct text *text, const char *s) {
    while (*s != 0)
        put(text, *s++);
}

/* Names of what is outside of their range are `?`. */
INTERNAL void put_name(struct text *text, const char *const *names, int index, int count, int length) {
    if ((index < 0) | (index >= count)) {
        put(text, '?');
        return;
    }
    const char *name = names[index];
    for (int i = 0; i < length && name[i] != 0; i++)
        put(text, name[i]);
}

/* At least so many digits; those that are missing are the filler, or nothing if that is 0. */
INTERNAL void put_number(struct text *text, long number, int digits, char filler) {
    char reversed[24];
    int count = 0, negative = number < 0;
    unsigned long rest = negative ? -(unsigned long)number : (unsigned long)number;
    do {
        reversed[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (negative)
        put(text, '-');
    for (int i = count + negative; i < digits && filler != 0; i++)
        put(text, filler);
    while (count > 0)
        put(text, reversed[--count]);
}

/* The week of ISO 8601 and its year. */
INTERNAL int week_of_year(const struct calendar *date, long *year) {
    *year = (long)date->year + 1900;
    int monday_based = (date->week_day + 6) % 7;
    int week = (date->year_day - monday_based + 10) / 7;
    if (week < 1) {
        *year -= 1;
        int length = 365 + is_leap_year(*year);
        return (date->year_day + length - monday_based + 10) / 7;
    }
    int length = 365 + is_leap_year(*year);
    if (week == 53 && date->year_day - monday_based + 3 >= length) {
        *year += 1;
        return 1;
    }
    return week;
}

INTERNAL void write_format(struct text *text, const char *format, const struct calendar *date);

/* Members that it computes with must be a date's. */
INTERNAL void must_be_date(const struct calendar *date) {
    if (((unsigned)date->week_day > 6) | ((unsigned)date->year_day > 365) | (date->year < -900) | (date->year > 8099))
        klew_unsupported_strftime_of_no_date();
}

INTERNAL int hour_of_twelve(int hour) {
    int rest = hour > 12 ? hour - 12 : hour;
    return rest == 0 ? 12 : rest;
}

INTERNAL void put_offset(struct text *text, const struct calendar *date) {
    if (date->summer_time < 0)
        return;
    long offset = date->offset;
    put(text, offset < 0 ? '-' : '+');
    if (offset < 0)
        offset = -offset;
    put_number(text, offset / 3600 * 100 + offset / 60 % 60, 4, '0');
}

INTERNAL int is_name(char conversion) {
    return (conversion == 'a') | (conversion == 'A') | (conversion == 'b') | (conversion == 'B') | (conversion == 'h') |
           (conversion == 'p') | (conversion == 'P') | (conversion == 'Z');
}

INTERNAL void write_name(struct text *text, char conversion, const struct calendar *date) {
    switch (conversion) {
    case 'a': put_name(text, days, date->week_day, 7, 3); break;
    case 'A': put_name(text, days, date->week_day, 7, 16); break;
    case 'b':
    case 'h': put_name(text, months, date->month, 12, 3); break;
    case 'B': put_name(text, months, date->month, 12, 16); break;
    case 'p': put_text(text, date->hour > 11 ? "PM" : "AM"); break;
    case 'P': put_text(text, date->hour > 11 ? "pm" : "am"); break;
    default: put_text(text, date->zone == 0 ? "" : date->zone);
    }
}

INTERNAL int is_number(char conversion) {
    const char *all = "CdegGHIjklmMsSuUVwWyY";
    int found = 0;
    for (; *all != 0; all++)
        found |= *all == conversion;
    return found;
}

/* `filler` is that of the flag, or -1. */
INTERNAL void write_number(struct text *text, char conversion, int flag, const struct calendar *date) {
    char zero = (char)(flag < 0 ? '0' : flag), blank = (char)(flag < 0 ? ' ' : flag);
    long year = (long)date->year + 1900, iso_year;
    switch (conversion) {
    case 'C': must_be_date(date); put_number(text, year / 100, 2, zero); break;
    case 'd': put_number(text, date->day, 2, zero); break;
    case 'e': put_number(text, date->day, 2, blank); break;
    case 'g':
        must_be_date(date);
        week_of_year(date, &iso_year);
        put_number(text, iso_year % 100, 2, zero);
        break;
    case 'G':
        must_be_date(date);
        week_of_year(date, &iso_year);
        put_number(text, iso_year, flag < 0 ? 1 : 4, zero);
        break;
    case 'H': put_number(text, date->hour, 2, zero); break;
    case 'I': put_number(text, hour_of_twelve(date->hour), 2, zero); break;
    case 'j': put_number(text, (long)date->year_day + 1, 3, zero); break;
    case 'k': put_number(text, date->hour, 2, blank); break;
    case 'l': put_number(text, hour_of_twelve(date->hour), 2, blank); break;
    case 'm': put_number(text, (long)date->month + 1, 2, zero); break;
    case 'M': put_number(text, date->minute, 2, zero); break;
    case 'S': put_number(text, date->second, 2, zero); break;
    case 'u': must_be_date(date); put_number(text, (date->week_day + 6) % 7 + 1, 1, zero); break;
    case 'U': must_be_date(date); put_number(text, (date->year_day - date->week_day + 7) / 7, 2, zero); break;
    case 'V': must_be_date(date); put_number(text, week_of_year(date, &iso_year), 2, zero); break;
    case 'w': put_number(text, date->week_day, 1, zero); break;
    case 'W': must_be_date(date); put_number(text, (date->year_day - (date->week_day + 6) % 7 + 7) / 7, 2, zero); break;
    case 'y': must_be_date(date); put_number(text, year % 100, 2, zero); break;
    case 'Y': put_number(text, year, flag < 0 ? 1 : 4, zero); break;
    default: klew_unsupported_directive_of_strftime();
    }
}

INTERNAL void write_directive(struct text *text, char conversion, int flag, const struct calendar *date) {
    if (is_number(conversion)) {
        write_number(text, conversion, flag, date);
        return;
    }
    if (flag >= 0)
        klew_unsupported_directive_of_strftime();
    if (is_name(conversion)) {
        write_name(text, conversion, date);
        return;
    }
    switch (conversion) {
    case 'c': write_format(text, "%a %b %e %H:%M:%S %Y", date); break;
    case 'D':
    case 'x': write_format(text, "%m/%d/%y", date); break;
    case 'F': write_format(text, "%Y-%m-%d", date); break;
    case 'r': write_format(text, "%I:%M:%S %p", date); break;
    case 'R': write_format(text, "%H:%M", date); break;
    case 'T':
    case 'X': write_format(text, "%H:%M:%S", date); break;
    case 'n': put(text, '\n'); break;
    case 't': put(text, '\t'); break;
    case 'z': put_offset(text, date); break;
    case '%': put(text, '%'); break;
    default: klew_unsupported_directive_of_strftime();
    }
}

INTERNAL void write_format(struct text *text, const char *format, const struct calendar *date) {
    while (*format != 0) {
        if (*format != '%') {
            put(text, *format++);
            continue;
        }
        format++;
        int flag = -1;
        for (; (*format == '-') | (*format == '_') | (*format == '0'); format++)
            flag = *format == '-' ? 0 : *format == '_' ? ' ' : '0';
        if ((*format == 'E') | (*format == 'O'))
            format++;
        write_directive(text, *format, flag, date);
        format++;
    }
}

/* 0 if there is no room, and then what the buffer holds is not defined: klew leaves what fits. */
size_t strftime(char *to, size_t room, const char *format, const struct calendar *date) {
    struct text text = {to, room, 0};
    write_format(&text, format, date);
    if (text.length >= room)
        return 0;
    to[text.length] = 0;
    return text.length;
}
