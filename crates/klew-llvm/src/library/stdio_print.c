/* stdio.h: printing to streams. Nothing is kept of what is printed; arguments are read as the format
 * says, strings up to their ends, so that bad ones are found. Counts are arbitrary, but where the format asks for
 * one with %n: then the text is made, to count it. */
#include "directive.h"
#include "format_text.h"
#include "input_file.h"
#include "stream.h"

INTERNAL void read_string(const struct directive *directive, const char *s) {
    if (s != 0)
        bounded_length(s, directive->precision < 0 ? SIZE_MAX : (size_t)directive->precision);
}

INTERNAL void read_wide(const struct directive *directive, const wchar_t *s) {
    size_t limit = directive->precision < 0 ? SIZE_MAX : (size_t)directive->precision;
    size_t i = 0;
    while (s != 0 && i < limit && s[i] != 0)
        i++;
}

INTERNAL void read_argument(const struct directive *directive, struct arguments *arguments) {
    switch (directive->conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X': unsigned_argument(directive->length, arguments); break;
    case 'c': va_arg(arguments->list, int); break;
    case 'C': va_arg(arguments->list, wchar_t); break;
    case 's':
        if (directive->length != LENGTH_LONG) {
            read_string(directive, va_arg(arguments->list, const char *));
            break;
        }
        read_wide(directive, va_arg(arguments->list, const wchar_t *));
        break;
    case 'S': read_wide(directive, va_arg(arguments->list, const wchar_t *)); break;
    case 'p': va_arg(arguments->list, void *); break;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        if (directive->length == LENGTH_LONG_DOUBLE)
            va_arg(arguments->list, long double);
        else
            va_arg(arguments->list, double);
        break;
    case 'm':
    case '%':
    case 0: break;
    default: klew_unsupported_directive_of_printf_or_scanf();
    }
}

INTERNAL int is_one_of(char c, const char *characters) {
    while (*characters != 0 && *characters != c)
        characters++;
    return *characters != 0;
}

/* Whether a format has a directive %n. */
INTERNAL int asks_for_count(const char *format) {
    while (*format != 0) {
        if (*format++ != '%')
            continue;
        while (is_one_of(*format, "-+ #0123456789*$.hljztqL'I"))
            format++;
        if (*format == 'n')
            return 1;
        if (*format != 0)
            format++;
    }
    return 0;
}

INTERNAL int print(FILE *stream, const char *format, struct arguments *arguments) {
    if (stream != 0 && !klew_may_write(stream))
        return -1;
    if (asks_for_count(format))
        return format_text(0, 0, format, arguments);
    while (*format != 0) {
        if (*format++ != '%')
            continue;
        struct directive directive;
        format = parse_directive(format, &directive, arguments);
        read_argument(&directive, arguments);
    }
    return COUNT_WRITTEN("approximate printf");
}

#define PRINT_ARGUMENTS(STREAM)                          \
    struct arguments arguments;                          \
    va_start(arguments.list, format);                    \
    int count = print(STREAM, format, &arguments);       \
    va_end(arguments.list);                              \
    return count

#define PRINT_LIST(STREAM)                               \
    struct arguments arguments;                          \
    va_copy(arguments.list, list);                       \
    int count = print(STREAM, format, &arguments);       \
    va_end(arguments.list);                              \
    return count

int printf(const char *format, ...) { PRINT_ARGUMENTS(stdout); }
int vprintf(const char *format, va_list list) { PRINT_LIST(stdout); }
int fprintf(FILE *stream, const char *format, ...) { PRINT_ARGUMENTS(stream); }
int vfprintf(FILE *stream, const char *format, va_list list) { PRINT_LIST(stream); }

int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    PRINT_ARGUMENTS(stdout);
}
int __vprintf_chk(int flag, const char *format, va_list list) {
    (void)flag;
    PRINT_LIST(stdout);
}
int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
    (void)flag;
    PRINT_ARGUMENTS(stream);
}
int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list list) {
    (void)flag;
    PRINT_LIST(stream);
}

/* Without a stream: that it may be written, is known. */
int dprintf(int descriptor, const char *format, ...) {
    if (klew_writable(descriptor) == 0)
        return -1;
    PRINT_ARGUMENTS(0);
}
int vdprintf(int descriptor, const char *format, va_list list) {
    if (klew_writable(descriptor) == 0)
        return -1;
    PRINT_LIST(0);
}

void syslog(int priority, const char *format, ...) {
    (void)priority;
    struct arguments arguments;
    va_start(arguments.list, format);
    print(0, format, &arguments);
    va_end(arguments.list);
}

__attribute__((noreturn)) void exit(int status);

INTERNAL void message(const char *format, va_list list) {
    if (format == 0)
        return;
    struct arguments arguments;
    va_copy(arguments.list, list);
    print(stderr, format, &arguments);
    va_end(arguments.list);
}

#define MESSAGE                        \
    va_list list;                      \
    va_start(list, format);            \
    message(format, list);             \
    va_end(list)

void warn(const char *format, ...) { MESSAGE; }
void warnx(const char *format, ...) { MESSAGE; }
__attribute__((noreturn)) void err(int status, const char *format, ...) {
    MESSAGE;
    exit(status);
}
__attribute__((noreturn)) void errx(int status, const char *format, ...) {
    MESSAGE;
    exit(status);
}
void error(int status, int number, const char *format, ...) {
    (void)number;
    MESSAGE;
    if (status != 0)
        exit(status);
}
