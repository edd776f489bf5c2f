/* stdio.h: reading from a stream by a format: from input files as from a string. Otherwise what is read is arbitrary: at each directive the input may
 * end or not match. */
#include "input_file.h"
#include "scan_directive.h"
#include "stream.h"

INTERNAL void assume_in_word(const struct scan_directive *directive, char c) {
    if (directive->conversion == 's')
        klew_assume(!is_space(c));
    else
        klew_assume((c == 0) | in_set(directive, c));
}

/* Characters up to the width; without one the input decides how many. */
INTERNAL void store_word(const struct scan_directive *directive, char *to) {
    if (directive->width != INT_MAX) {
        klew_input_bytes(to, (size_t)directive->width, "scanf");
        for (int i = 0; i < directive->width; i++)
            assume_in_word(directive, to[i]);
        klew_assume(to[0] != 0);
        to[directive->width] = 0;
        return;
    }
    size_t i = 0;
    do {
        char c = klew_char("scanf");
        klew_assume(c != 0);
        assume_in_word(directive, c);
        to[i++] = c;
    } while (klew_bool("the word goes on"));
    to[i] = 0;
}

INTERNAL void store_characters(const struct scan_directive *directive,
                               struct arguments *arguments) {
    char *to = va_arg(arguments->list, char *);
    if (directive->conversion == 'c')
        klew_input_bytes(to, directive->width == INT_MAX ? 1 : (size_t)directive->width, "scanf");
    else
        store_word(directive, to);
}

INTERNAL void store_any_integer(int length, struct arguments *arguments) {
    switch (length) {
    case LENGTH_CHAR: *va_arg(arguments->list, signed char *) = klew_schar("scanf"); break;
    case LENGTH_SHORT: *va_arg(arguments->list, short *) = klew_short("scanf"); break;
    case LENGTH_NONE: *va_arg(arguments->list, int *) = klew_int("scanf"); break;
    case LENGTH_LONG: *va_arg(arguments->list, long *) = klew_long("scanf"); break;
    default: *va_arg(arguments->list, long long *) = klew_llong("scanf"); break;
    }
}

INTERNAL void store_any_float(int length, struct arguments *arguments) {
    switch (length) {
    case LENGTH_NONE: *va_arg(arguments->list, float *) = klew_float("scanf"); break;
    case LENGTH_LONG: *va_arg(arguments->list, double *) = klew_double("scanf"); break;
    default: *va_arg(arguments->list, long double *) = klew_ldouble("scanf"); break;
    }
}

INTERNAL void store_any(const struct scan_directive *directive, struct arguments *arguments) {
    char conversion = directive->conversion;
    if (integer_base(conversion) >= 0)
        store_any_integer(directive->length, arguments);
    else if (is_float_conversion(conversion))
        store_any_float(directive->length, arguments);
    else if (directive->length == LENGTH_NONE &&
             ((conversion == 'c') | (conversion == 's') | (conversion == '[')))
        store_characters(directive, arguments);
    else
        klew_unsupported_directive_of_printf_or_scanf();
}

/* Whether the input does not go on as the format wants. */
INTERNAL int stops(FILE *stream) {
    if (stream->ended)
        return 1;
    return klew_bool("scanf stops");
}

INTERNAL int stopped(FILE *stream, int assigned) {
    if (!stream->ended && !klew_bool("the input ends"))
        return assigned;
    stream->ended = 1;
    return assigned == 0 ? END_OF_FILE : assigned;
}

/* See stdio_sscanf.c. */
int klew_scan(const char **text, const char *limit, int *saw_end, const char *format,
              struct arguments *arguments);
/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_scanf_after_ungetc(void);

INTERNAL int scan_file(FILE *stream, struct open_file *open, const char *format,
                       struct arguments *arguments) {
    if (stream->has_pushed)
        klew_unsupported_scanf_after_ungetc();
    const struct input_file *file = open->file;
    size_t at = open->at < file->size ? open->at : file->size;
    const char *text = (const char *)file->bytes + at;
    const char *limit = (const char *)file->bytes + file->size;
    int count = klew_scan(&text, limit, &stream->ended, format, arguments);
    open->at = (size_t)(text - (const char *)file->bytes);
    return count;
}

INTERNAL int scan(FILE *stream, const char *format, struct arguments *arguments) {
    struct open_file *open = klew_open_file(stream->descriptor);
    if (open != 0)
        return scan_file(stream, open, format, arguments);
    int assigned = 0;
    stream->has_pushed = 0;
    while (*format != 0) {
        char c = *format++;
        if (is_space(c))
            continue;
        struct scan_directive directive = {.suppressed = 1};
        if (c == '%')
            format = parse_scan_directive(format, &directive);
        if (directive.conversion == 'n') {
            if (!directive.suppressed)
                store_integer(directive.length, arguments, count_written("approximate %n"));
            continue;
        }
        if (stops(stream))
            return stopped(stream, assigned);
        if (!directive.suppressed && directive.conversion != '%') {
            store_any(&directive, arguments);
            assigned++;
        }
    }
    return assigned;
}

#define SCAN_ARGUMENTS(STREAM)                       \
    struct arguments arguments;                      \
    va_start(arguments.list, format);                \
    int count = scan(STREAM, format, &arguments);    \
    va_end(arguments.list);                          \
    return count

#define SCAN_LIST(STREAM)                            \
    struct arguments arguments;                      \
    va_copy(arguments.list, list);                   \
    int count = scan(STREAM, format, &arguments);    \
    va_end(arguments.list);                          \
    return count

#define FAMILY(PREFIX)                                                                          \
    int PREFIX##scanf(const char *format, ...) { SCAN_ARGUMENTS(stdin); }                       \
    int PREFIX##fscanf(FILE *stream, const char *format, ...) { SCAN_ARGUMENTS(stream); }       \
    int PREFIX##vscanf(const char *format, va_list list) { SCAN_LIST(stdin); }                  \
    int PREFIX##vfscanf(FILE *stream, const char *format, va_list list) { SCAN_LIST(stream); }

FAMILY()
FAMILY(__isoc99_)
FAMILY(__isoc23_)
