#include "support.h"

#include <math.h>

MODEL(snprintf);
MODEL(sprintf);
MODEL(asprintf);
MODEL(sscanf);

enum { ROOM = 256 };

static char left[ROOM], right[ROOM];

/* One call of both, with all of the buffers compared. */
#define SAME(size, ...)                                                                       \
    do {                                                                                      \
        memset(left, '#', ROOM);                                                              \
        memset(right, '#', ROOM);                                                             \
        int left_count = model_snprintf(left, size, __VA_ARGS__);                             \
        int right_count = snprintf(right, size, __VA_ARGS__);                                 \
        CHECK(left_count == right_count, "'%s': %d and not %d", format, left_count, right_count); \
        CHECK(memcmp(left, right, ROOM) == 0, "'%s': '%.40s' and not '%.40s'", format, left, right); \
    } while (0)

static const char *flags[] = {"", "-", "0", "+", " ", "#", "-0", "+0", " #", "#0", "+ ", "-#"};
static const char *widths[] = {"", "1", "5", "12"};
static const char *precisions[] = {"", ".", ".0", ".1", ".4", ".12"};

static void integers(const char *flag, const char *width, const char *precision) {
    const long long values[] = {0, 1, -1, 9, 10, 255, -128, 65536, INT_MAX, INT_MIN, LLONG_MAX, LLONG_MIN, 4294967296};
    const char conversions[] = "diuoxX";
    char format[40];
    for (const char *c = conversions; *c != 0; c++)
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            long long value = values[i];
#define WITH(length, type)                                                                  \
    snprintf(format, sizeof format, "<%%%s%s%s%s%c>", flag, width, precision, length, *c);  \
    SAME(ROOM, format, (type)value);
            WITH("", int)
            WITH("l", long)
            WITH("ll", long long)
            WITH("hh", int)
            WITH("h", int)
            WITH("z", size_t)
            WITH("j", intmax_t)
            WITH("t", ptrdiff_t)
        }
}

static void strings(const char *flag, const char *width, const char *precision) {
    char format[40];
    const char *values[] = {"", "a", "hello", "a longer string", 0};
    for (int i = 0; i < 5; i++) {
        snprintf(format, sizeof format, "<%%%s%s%ss>", flag, width, precision);
        SAME(ROOM, format, values[i]);
    }
    snprintf(format, sizeof format, "<%%%s%s%sls>", flag, width, precision);
    SAME(ROOM, format, L"wide");
    snprintf(format, sizeof format, "<%%%s%sc%%%s%slc>", flag, width, flag, width);
    SAME(ROOM, format, 'x', L'y');
    SAME(ROOM, format, 0, L'\0');
    snprintf(format, sizeof format, "<%%%s%s%sp>", flag, width, precision);
    SAME(ROOM, format, (void *)0);
    SAME(ROOM, format, (void *)0x1234);
    if (strchr(flag, '#') != 0)
        return;
    snprintf(format, sizeof format, "<%%%s%s%sm>", flag, width, precision);
    errno = *model___errno_location() = ENOENT;
    SAME(ROOM, format, 0);
}

/* Those that are exact. */
static void floats(const char *flag, const char *width, const char *precision) {
    const double values[] = {
        0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.125, 3.14159, 99.995, 999999.5, 0.05, 1e15, 123456.789, -0.001953125,
        9.999999999, 0x1p62, INFINITY, -INFINITY, NAN,
    };
    char format[40];
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        inputs = 0;
        snprintf(format, sizeof format, "<%%%s%s%sf>", flag, width, precision);
        SAME(ROOM, format, values[i]);
        snprintf(format, sizeof format, "<%%%s%s%sLF>", flag, width, precision);
        SAME(ROOM, format, (long double)values[i]);
        CHECK(inputs == 0, "'%s' of %g is not exact", format, values[i]);
    }
    const double whole[] = {0, 1, -3, 7, INFINITY};
    for (size_t i = 0; i < sizeof whole / sizeof *whole && strchr(flag, '#') == 0; i++) {
        snprintf(format, sizeof format, "<%%%s%s%sg>", flag, width, precision);
        SAME(ROOM, format, whole[i]);
    }
    snprintf(format, sizeof format, "<%%%s%s%se>", flag, width, precision);
    SAME(ROOM, format, 0.0);
}

/* Those that are not: their lengths. */
static void float_lengths(void) {
    const double values[] = {1e-3, 1e-20, 0.1234, 3e-9, 5e-324};
    const char *formats[] = {"%f", "%.0f", "%.20f", "%12.3f", "%-12.1f", "%e", "%.0e", "%#.0e", "%15.3e"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (size_t j = 0; j < sizeof formats / sizeof *formats; j++) {
            if (values[i] < 1e-98 && strchr(formats[j], 'e') != 0)
                continue;
            int model = model_snprintf(left, ROOM, formats[j], values[i]);
            int count = snprintf(right, ROOM, formats[j], values[i]);
            CHECK(model == count, "'%s' of %g: %d", formats[j], values[i], model);
        }
}

static void mixed(void) {
    const char *format = "%d %s|%5.2f|%c|%%|%-8lx|%+lld|%#o|%hhu|%*d|%-*d|%.*s|%.*d";
    for (size_t size = 0; size < 90; size++)
        SAME(size, format, 1, "two", 3.25, '4', 0x55UL, 6LL, 7, 300, 5, 42, -5, 42, 2, "abc", -1, 9);
    const char *rest = "%i,%u,%X,%ls,%hd,%zd";
    format = rest;
    SAME(ROOM, rest, -5, 5u, 0xabcu, L"wide", 70000, (ptrdiff_t)-3);
    int left_at = 0, right_at = 0;
    signed char left_short = 0;
    model_snprintf(left, ROOM, "abc%nde%hhn%d", &left_at, &left_short, 5);
    snprintf(right, ROOM, "abc%n%d", &right_at, 5);
    CHECK(left_at == right_at && left_short == 5, "%d %d", left_at, left_short);
    char *allocated = 0;
    CHECK(model_asprintf(&allocated, "%d-%s", 12, "x") == 4, "asprintf");
    CHECK(allocated != 0 && strcmp(allocated, "12-x") == 0, "asprintf");
    free(allocated);
    CHECK(model_sprintf(text(0, "12345"), "%s", "hello") == 5, "sprintf");
    format = "ends in %";
    SAME(ROOM, "%s%", "x");
    CHECK(model_snprintf(left, ROOM, "%ls", L"\x100") == -1, "wide character");
}

void compare_formats(void) {
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        for (size_t j = 0; j < sizeof widths / sizeof *widths; j++)
            for (size_t k = 0; k < sizeof precisions / sizeof *precisions; k++) {
                integers(flags[i], widths[j], precisions[k]);
                strings(flags[i], widths[j], precisions[k]);
                floats(flags[i], widths[j], precisions[k]);
            }
    float_lengths();
    mixed();
}

/* Two places of 16 bytes, which all are compared. */
static void scan_one(const char *s, const char *format) {
    char places[2][2][16];
    memset(places, '#', sizeof places);
    int model = model_sscanf(s, format, places[0][0], places[0][1]);
    int count = sscanf(s, format, places[1][0], places[1][1]);
    CHECK(model == count, "'%s' by '%s': %d and not %d", s, format, model, count);
    CHECK(memcmp(places[0], places[1], 32) == 0, "'%s' by '%s'", s, format);
}

void compare_scans(void) {
    const char *formats[] = {
        "%d", "%d%d", "%d,%d", " %d , %d", "%i", "%x", "%u", "%o", "%ld", "%lld", "%llu", "%lu", "%hhd", "%hx", "%2d%d",
        "%3x%s", "%*d%d", "%s", "%3s%s", "%c", "%c%c", " %c", "%2c", "%[a-f]", "%[^,],%d", "%[]a]", "%[^]a]%c", "%5[0-9x]",
        "%d%n", "%s%n", "a%d", "%%%d", "%*s%d", "%d%%", "x%n", "%zu", "%jd", "%*[ab]%c", "%1d%1d", "%d%c", "%[-a]", "%[a-]",
    };
    const char *texts[] = {
        "", " ", "12", "12 34", "12,34", " 12 , 34", "0x1f", "0X", "0xg", "017", "08", "-5", "+7", "-", "--1", "abc", "a1",
        "%5", "5%", "99999999999", "-99999999999", "9223372036854775808", "18446744073709551616",
        "-18446744073709551616", "300", "ab ab", "]a", "a,1", ",1", "12x", "1 ", "\n7", "-0x10", "0", "00x1", "-a",
    };
    const struct strings *strings = strings_over("1 x-", 4);
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++) {
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            scan_one(texts[t], formats[f]);
        for (int i = 0; i < strings->count; i++)
            scan_one(strings->all[i], formats[f]);
    }
    const char *numbers[] = {"1.5 2", "x", "1e3,4", ".5", "-inf", "nan 1", "", "3..4", "1-2"};
    for (size_t t = 0; t < sizeof numbers / sizeof *numbers; t++) {
        scan_one(numbers[t], "%f");
        scan_one(numbers[t], "%lf%lf");
        scan_one(numbers[t], "%lg,%d");
    }
}
