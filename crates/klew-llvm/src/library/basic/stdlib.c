/* stdlib.h without the heap (which is built in). */
#include "models.h"

int abs(int value) { return value < 0 ? -value : value; }
long labs(long value) { return value < 0 ? -value : value; }
long long llabs(long long value) { return value < 0 ? -value : value; }

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

/* The digits of a number as an unsigned one, and whether it has a sign and fits. */
struct number {
    unsigned long long magnitude;
    int negative;
    int overflow;
};

static int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

static void read_number(const char *text, char **end, int base, struct number *number) {
    const char *p = text;
    number->magnitude = 0;
    number->negative = number->overflow = 0;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = EINVAL;
        if (end) *end = (char *)text;
        return;
    }
    while (isspace((byte)*p)) p++;
    if (*p == '+' || *p == '-') number->negative = *p++ == '-';
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') &&
        digit_value(p[2]) < 16) {
        p += 2;
        base = 16;
    }
    if (base == 0) base = *p == '0' ? 8 : 10;
    const char *digits = p;
    for (; digit_value(*p) < base; p++) {
        unsigned long long next;
        if (__builtin_mul_overflow(number->magnitude, (unsigned long long)base, &next) ||
            __builtin_add_overflow(next, (unsigned long long)digit_value(*p), &next))
            number->overflow = 1;
        else
            number->magnitude = next;
    }
    if (end) *end = (char *)(p == digits ? text : p);
}

static long long to_signed(const struct number *number, long long least, long long most) {
    unsigned long long limit = (unsigned long long)most + (number->negative ? 1 : 0);
    if (number->overflow || number->magnitude > limit) {
        *__errno_location() = ERANGE;
        return number->negative ? least : most;
    }
    return (long long)(number->negative ? 0 - number->magnitude : number->magnitude);
}

static unsigned long long to_unsigned(const struct number *number, unsigned long long most) {
    if (number->overflow || number->magnitude > most) {
        *__errno_location() = ERANGE;
        return most;
    }
    return (number->negative ? 0 - number->magnitude : number->magnitude) & most;
}

long strtol(const char *text, char **end, int base) {
    struct number number;
    read_number(text, end, base, &number);
    return to_signed(&number, LONG_MIN, LONG_MAX);
}

long long strtoll(const char *text, char **end, int base) {
    struct number number;
    read_number(text, end, base, &number);
    return to_signed(&number, LLONG_MIN, LLONG_MAX);
}

unsigned long strtoul(const char *text, char **end, int base) {
    struct number number;
    read_number(text, end, base, &number);
    return to_unsigned(&number, ~0UL);
}

unsigned long long strtoull(const char *text, char **end, int base) {
    struct number number;
    read_number(text, end, base, &number);
    return to_unsigned(&number, ~0ULL);
}

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
long long __isoc23_strtoll(const char *text, char **end, int base) {
    return strtoll(text, end, base);
}
unsigned long __isoc23_strtoul(const char *text, char **end, int base) {
    return strtoul(text, end, base);
}
unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
    return strtoull(text, end, base);
}

int atoi(const char *text) { return (int)strtol(text, NULL, 10); }
long atol(const char *text) { return strtol(text, NULL, 10); }
long long atoll(const char *text) { return strtoll(text, NULL, 10); }

/* Any sort that orders the elements may call the comparison as often as it likes; elements that
   compare equal stay in their order here. */
void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *)) {
    char *elements = base;
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0; j--) {
            char *low = elements + (j - 1) * size, *high = elements + j * size;
            if (compare(low, high) <= 0) break;
            char swap[size];
            memcpy(swap, low, size);
            memcpy(low, high, size);
            memcpy(high, swap, size);
        }
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *)) {
    const char *elements = base;
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *element = elements + middle * size;
        int order = compare(key, element);
        if (order == 0) return (void *)element;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return NULL;
}

int rand(void) {
    int value = klew_int("rand");
    klew_assume(value >= 0);
    return value;
}

int rand_r(unsigned *seed) {
    *seed = *seed + 1;
    return rand();
}

void srand(unsigned seed) {}

long random(void) {
    int value = klew_int("random");
    klew_assume(value >= 0);
    return value;
}

void srandom(unsigned seed) {}
