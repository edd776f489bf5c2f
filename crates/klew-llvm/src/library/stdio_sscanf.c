/* stdio.h: reading from a string, or from an input file, which may hold bytes 0. Exactly what glibc does for %d %i %u %o %x %c %s %[ %n %%; floating-point
 * numbers as strtod's model has them. Others are reported as not done. */
#include "parse_float.h"
#include "parse_integers.h"
#include "scan_directive.h"

/* How a directive went. */
enum { SCANNED, MISMATCH, INPUT_ENDED };

struct reader {
    /* The end, where a byte 0 stands, if it is known. */
    const char *start, *at, *limit;
    int assigned;
    /* Whether it was noticed that nothing more comes. */
    int saw_end;
};

INTERNAL int at_end(struct reader *reader) {
    int ended = reader->limit == 0 ? *reader->at == 0 : reader->at == reader->limit;
    reader->saw_end |= ended;
    return ended;
}

INTERNAL void skip_space(struct reader *reader) {
    while (is_space(*reader->at))
        reader->at++;
    at_end(reader);
}

INTERNAL int is_signed_conversion(char conversion) {
    return (conversion == 'd') | (conversion == 'i');
}

/* The value as strtol and its like make it of the digits, clamped to long (or to long long). */
INTERNAL long long clamp(unsigned long long value, int negative, int overflow, int wide,
                         int is_signed) {
    unsigned long long most = wide ? ULLONG_MAX : ULONG_MAX;
    overflow |= value > most;
    if (!is_signed) {
        unsigned long long result = negative ? -value : value;
        return (long long)(overflow ? most : result);
    }
    unsigned long long limit = (most >> 1) + (unsigned)negative;
    value = (overflow | (value > limit)) ? limit : value;
    return (long long)(negative ? -value : value);
}

INTERNAL int scan_integer(struct reader *reader, const struct scan_directive *directive,
                          struct arguments *arguments) {
    const char *s = reader->at;
    int width = directive->width, base = integer_base(directive->conversion), any = 0;
    int negative = 0;
    if ((*s == '-') | (*s == '+')) {
        negative = *s == '-';
        s++;
        width--;
    }
    if (width > 0 && *s == '0') {
        s++;
        width--;
        any = 1;
        if (width > 0 && ((base == 0) | (base == 16)) && (*s | 32) == 'x') {
            base = 16;
            s++;
            width--;
        } else if (base == 0) {
            base = 8;
        }
    } else if (base == 0) {
        base = 10;
    }
    unsigned long long value = 0, quotient = ULLONG_MAX / (unsigned)base;
    unsigned rest = (unsigned)(ULLONG_MAX % (unsigned)base);
    unsigned fitting = fitting_digits(sizeof(long), (unsigned)base);
    int large = 0, overflow = 0;
    for (; width > 0; width--, s++) {
        if (!is_digit_to(*s, (unsigned)base))
            break;
        unsigned digit = value_of_digit(*s, (unsigned)base);
        if (fitting == 0) {
            large = 1;
            overflow |= (value > quotient) | ((value == quotient) & (digit > rest));
        } else {
            fitting--;
        }
        value = value * (unsigned)base + digit;
        any = 1;
    }
    reader->at = s;
    /* glibc looks at the next character even where the width forbids to take it. */
    at_end(reader);
    if (!any)
        return MISMATCH;
    if (directive->suppressed)
        return SCANNED;
    int wide = directive->length == LENGTH_LONG_LONG;
    int is_signed = is_signed_conversion(directive->conversion);
    unsigned long long small = (value ^ -(unsigned long long)negative) + (unsigned)negative;
    store_integer(directive->length, arguments,
                  large ? clamp(value, negative, overflow, wide, is_signed) : (long long)small);
    reader->assigned++;
    return SCANNED;
}

INTERNAL int scan_float(struct reader *reader, const struct scan_directive *directive,
                        struct arguments *arguments) {
    struct number number;
    const char *end = parse_number(reader->at, &number);
    if (end == 0)
        return MISMATCH;
    /* scanf does not go back behind an exponent that is none. */
    int begins_more = ((to_lower(*end) == 'e') & !number.hexadecimal) |
                      ((to_lower(*end) == 'p') & number.hexadecimal) | (to_lower(*end) == 'x') |
                      ((number.kind != NUMBER_FINITE) & (to_lower(*end) == 'i'));
    if ((directive->width != INT_MAX) | begins_more)
        klew_unsupported_directive_of_printf_or_scanf();
    reader->at = end;
    at_end(reader);
    if (directive->suppressed)
        return SCANNED;
    switch (directive->length) {
    case LENGTH_NONE: *va_arg(arguments->list, float *) = number_as_float(&number); break;
    case LENGTH_LONG: *va_arg(arguments->list, double *) = number_as_double(&number); break;
    default: *va_arg(arguments->list, long double *) = number_as_long_double(&number); break;
    }
    reader->assigned++;
    return SCANNED;
}

INTERNAL int scan_characters(struct reader *reader, const struct scan_directive *directive,
                             struct arguments *arguments) {
    char *to = directive->suppressed ? 0 : va_arg(arguments->list, char *);
    int width = directive->width, taken = 0;
    if (directive->conversion == 'c' && width == INT_MAX)
        width = 1;
    for (; taken < width && !at_end(reader); taken++, reader->at++) {
        char c = *reader->at;
        if (directive->conversion == 's' && is_space(c))
            break;
        if (directive->conversion == '[' && !in_set(directive, c))
            break;
        if (to != 0)
            to[taken] = c;
    }
    if (taken == 0)
        return MISMATCH;
    if (to != 0) {
        if (directive->conversion != 'c')
            to[taken] = 0;
        reader->assigned++;
    }
    return SCANNED;
}

INTERNAL int scan_directive(struct reader *reader, const struct scan_directive *directive,
                            struct arguments *arguments) {
    char conversion = directive->conversion;
    if (conversion == 'n') {
        if (!directive->suppressed)
            store_integer(directive->length, arguments, reader->at - reader->start);
        return SCANNED;
    }
    if ((conversion != 'c') & (conversion != '['))
        skip_space(reader);
    if (at_end(reader))
        return INPUT_ENDED;
    if (conversion == '%') {
        if (*reader->at != '%')
            return MISMATCH;
        reader->at++;
        return SCANNED;
    }
    if (integer_base(conversion) >= 0)
        return scan_integer(reader, directive, arguments);
    if (is_float_conversion(conversion))
        return scan_float(reader, directive, arguments);
    int narrow = directive->length == LENGTH_NONE;
    if (narrow & ((conversion == 'c') | (conversion == 's') | (conversion == '[')))
        return scan_characters(reader, directive, arguments);
    klew_unsupported_directive_of_printf_or_scanf();
    return MISMATCH;
}

/* The number of values that were stored; -1 if the text ended before the first was read. */
int klew_scan(const char **text, const char *limit, int *saw_end, const char *format,
              struct arguments *arguments) {
    struct reader reader = {*text, *text, limit, 0, 0};
    int result = SCANNED;
    while (*format != 0) {
        char c = *format++;
        if (is_space(c)) {
            skip_space(&reader);
            continue;
        }
        if (c != '%') {
            result = *reader.at == c ? SCANNED : at_end(&reader) ? INPUT_ENDED : MISMATCH;
            reader.at += result == SCANNED;
        } else {
            struct scan_directive directive;
            format = parse_scan_directive(format, &directive);
            result = scan_directive(&reader, &directive, arguments);
        }
        if (result != SCANNED)
            break;
    }
    *text = reader.at;
    *saw_end |= reader.saw_end;
    return result == INPUT_ENDED && reader.assigned == 0 ? -1 : reader.assigned;
}

/* A number that some text may hold. */
INTERNAL void store_any_number(const struct scan_directive *directive, struct arguments *arguments) {
    if (is_float_conversion(directive->conversion)) {
        switch (directive->length) {
        case LENGTH_NONE: *va_arg(arguments->list, float *) = klew_float("approximate number in a text"); break;
        case LENGTH_LONG: *va_arg(arguments->list, double *) = klew_double("approximate number in a text"); break;
        default: *va_arg(arguments->list, long double *) = klew_ldouble("approximate number in a text"); break;
        }
        return;
    }
    long long number = klew_llong("approximate number in a text");
    store_integer(directive->length, arguments, of_width(number, directive, LLONG_MAX));
}

/* Characters of a text that ends somewhere. */
INTERNAL void store_any_characters(const char *text, size_t end, const struct scan_directive *directive,
                                   struct arguments *arguments) {
    char *to = va_arg(arguments->list, char *);
    size_t width = (size_t)directive->width;
    if (directive->conversion == 'c') {
        klew_input_bytes(to, directive->width == INT_MAX ? 1 : width, "approximate characters");
    } else if (directive->width != INT_MAX) {
        klew_input_bytes(to, width + 1, "approximate word");
        klew_assume(to[place_in_text(width)] == 0);
    } else {
        size_t length = place_in_text(end), from = place_in_text(end);
        klew_assume(from <= end - length);
        __builtin_memcpy(to, text + from, length);
        to[length] = 0;
    }
}

/* What any text that ends somewhere may hold: each directive finds what it looks for, or not. */
INTERNAL int scan_any(const char *text, size_t end, const char *format, struct arguments *arguments) {
    int assigned = 0;
    while (*format != 0) {
        char c = *format++;
        if (is_space(c))
            continue;
        if (klew_bool("approximate end of what is found in a text"))
            return (assigned == 0) & klew_bool("approximate end of a text") ? -1 : assigned;
        struct scan_directive directive = {.suppressed = 1, .conversion = '%'};
        if (c == '%')
            format = parse_scan_directive(format, &directive);
        char conversion = directive.conversion;
        int is_number = (integer_base(conversion) >= 0) | is_float_conversion(conversion);
        int is_text = (conversion == 'c') | (conversion == 's') | (conversion == '[');
        if (directive.suppressed | (conversion == '%'))
            continue;
        if (conversion == 'n')
            store_integer(directive.length, arguments, (long long)place_in_text(end));
        else if (is_number)
            store_any_number(&directive, arguments);
        else if (is_text & (directive.length == LENGTH_NONE))
            store_any_characters(text, end, &directive, arguments);
        else
            klew_unsupported_directive_of_printf_or_scanf();
        assigned += conversion != 'n';
    }
    return assigned;
}

INTERNAL int scan(const char *text, const char *format, struct arguments *arguments) {
    size_t end = any_end(text);
    if (end != SIZE_MAX && !klew_asks_for_unwritten())
        return scan_any(text, end, format, arguments);
    /* glibc looks for the end first. */
    length_of(text);
    int saw_end = 0;
    return klew_scan(&text, 0, &saw_end, format, arguments);
}

#define SSCANF(NAME)                                                   \
    int NAME(const char *text, const char *format, ...) {              \
        struct arguments arguments;                                    \
        va_start(arguments.list, format);                              \
        int count = scan(text, format, &arguments);                    \
        va_end(arguments.list);                                        \
        return count;                                                  \
    }
#define VSSCANF(NAME)                                                  \
    int NAME(const char *text, const char *format, va_list list) {     \
        struct arguments arguments;                                    \
        va_copy(arguments.list, list);                                 \
        int count = scan(text, format, &arguments);                    \
        va_end(arguments.list);                                        \
        return count;                                                  \
    }

SSCANF(sscanf)
SSCANF(__isoc99_sscanf)
SSCANF(__isoc23_sscanf)
VSSCANF(vsscanf)
VSSCANF(__isoc99_vsscanf)
VSSCANF(__isoc23_vsscanf)
