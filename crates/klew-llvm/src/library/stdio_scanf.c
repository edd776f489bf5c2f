/* stdio.h: reading from a stream by a format: from input files as from a string. Otherwise what is read is arbitrary: at
 * each directive the input may end or not match.
 *
 * From what these inputs are called klew-report's standard_input.rs knows which text they are: change both. */
#include "input_file.h"
#include "scan_directive.h"
#include "stream.h"

/* What comes of a directive. */
enum outcome { MATCHES, DIFFERS, ENDS };

INTERNAL void push_back(FILE *stream, int c) {
    stream->has_pushed = 1;
    stream->pushed = c;
}

/* A byte that the format asks for; behind white space in it, blanks are skipped. */
INTERNAL int next_byte(FILE *stream, int after_space) {
    int c = klew_read_byte(stream);
    klew_assume(!(after_space & is_space(c)));
    return c;
}

INTERNAL enum outcome read_literal(FILE *stream, unsigned char wanted, int after_space) {
    int c = next_byte(stream, after_space);
    if (c == wanted)
        return MATCHES;
    if (c == END_OF_FILE)
        return ENDS;
    push_back(stream, c);
    return DIFFERS;
}

INTERNAL enum outcome read_characters(FILE *stream, const struct scan_directive *directive, char *to,
                                      int after_space) {
    int count = directive->width == INT_MAX ? 1 : directive->width;
    for (int i = 0; i < count; i++) {
        int c = next_byte(stream, after_space & (i == 0));
        if (c == END_OF_FILE)
            return i == 0 ? ENDS : MATCHES;
        if (!directive->suppressed)
            to[i] = (char)c;
    }
    return MATCHES;
}

/* Where more comes, what was read before did not end the input. */
INTERNAL int more_follows(FILE *stream, _Bool follows) {
    klew_assume(!follows | !stream->zero_is_end);
    return follows;
}

/* Arbitrary where a pushed byte may begin what comes next: what follows it is not compared with it. */
INTERNAL enum outcome any_follows(FILE *stream, int may_begin) {
    if (stream->has_pushed) {
        if (!may_begin)
            return DIFFERS;
        stream->has_pushed = 0;
    }
    return stream->ended ? ENDS : MATCHES;
}

INTERNAL int is_letter(int c) { return (unsigned)to_lower(c) - 'a' < 26; }

INTERNAL enum outcome find_number(FILE *stream, char conversion) {
    int c = stream->pushed;
    int may_begin = is_digit(c) | is_space(c) | (c == '+') | (c == '-');
    if (is_float_conversion(conversion) || integer_base(conversion) == 16)
        may_begin |= is_letter(c) | (c == '.');
    enum outcome outcome = any_follows(stream, may_begin);
    if (outcome != MATCHES || more_follows(stream, klew_bool("scanf finds a number")))
        return outcome;
    c = klew_range(END_OF_FILE, 256, "scanf finds no number but");
    if (c == END_OF_FILE) {
        klew_stop_reading(stream);
        return ENDS;
    }
    klew_assume(!is_digit(c) & !((integer_base(conversion) == 16) & ((unsigned)to_lower(c) - 'a' < 6)));
    push_back(stream, c);
    return DIFFERS;
}

#define STORE(TYPE, INPUT, LIMIT) *va_arg(arguments->list, TYPE *) = (TYPE)of_width(INPUT, directive, LIMIT)

#define STORE_INTEGER(NAME)                                                  \
    switch (directive->length) {                                             \
    case LENGTH_CHAR: STORE(signed char, klew_schar(NAME), SCHAR_MAX); break; \
    case LENGTH_SHORT: STORE(short, klew_short(NAME), SHRT_MAX); break;      \
    case LENGTH_NONE: STORE(int, klew_int(NAME), INT_MAX); break;            \
    case LENGTH_LONG: STORE(long, klew_long(NAME), LONG_MAX); break;         \
    default: STORE(long long, klew_llong(NAME), LLONG_MAX); break;           \
    }

INTERNAL void store_any_integer(const struct scan_directive *directive, struct arguments *arguments) {
    if (integer_base(directive->conversion) == 16) {
        STORE_INTEGER("scanf %x");
    } else if (directive->conversion == 'o') {
        STORE_INTEGER("scanf %o");
    } else if (directive->conversion == 'u') {
        STORE_INTEGER("scanf %u");
    } else {
        STORE_INTEGER("scanf %d");
    }
}

INTERNAL void store_any_float(int length, struct arguments *arguments) {
    switch (length) {
    case LENGTH_NONE: *va_arg(arguments->list, float *) = klew_float("scanf %f"); break;
    case LENGTH_LONG: *va_arg(arguments->list, double *) = klew_double("scanf %f"); break;
    default: *va_arg(arguments->list, long double *) = klew_ldouble("scanf %f"); break;
    }
}

/* The bytes of a number or word count as so many: one, and what stands before the next. */
enum { SHORTEST = 2 };

INTERNAL enum outcome read_number(FILE *stream, const struct scan_directive *directive,
                                  struct arguments *arguments) {
    enum outcome outcome = find_number(stream, directive->conversion);
    if (outcome == MATCHES)
        klew_count_input(SHORTEST);
    if (outcome != MATCHES || directive->suppressed)
        return outcome;
    if (is_float_conversion(directive->conversion))
        store_any_float(directive->length, arguments);
    else
        store_any_integer(directive, arguments);
    return MATCHES;
}

INTERNAL int in_word(const struct scan_directive *directive, int c) {
    return directive->conversion == 's' ? !is_space(c) : in_set(directive, (char)c);
}

INTERNAL enum outcome find_word(FILE *stream, const struct scan_directive *directive) {
    enum outcome outcome = any_follows(stream, in_word(directive, stream->pushed) | (directive->conversion == 's'));
    if (outcome != MATCHES || more_follows(stream, klew_bool("scanf finds a word")))
        return outcome;
    if (directive->conversion != 's') {
        int c = klew_range(END_OF_FILE, 256, "scanf finds no word but");
        if (c != END_OF_FILE) {
            klew_assume(!in_word(directive, c));
            push_back(stream, c);
            return DIFFERS;
        }
    }
    klew_stop_reading(stream);
    return ENDS;
}

/* Characters up to the width; without one the input decides how many. */
INTERNAL void store_word(const struct scan_directive *directive, char *to) {
    _Bool keeps = klew_asks_for_unwritten();
    if (directive->width != INT_MAX && TEXTS_ARE_ANY() && !keeps) {
        klew_input_bytes(to, (size_t)directive->width + 1, "approximate word");
        klew_assume(to[place_in_text((size_t)directive->width)] == 0);
        return;
    }
    if (directive->width != INT_MAX) {
        unsigned before = (unsigned char)to[directive->width], has_zero = 0;
        char *kept = 0;
        if (keeps) {
            kept = __builtin_alloca((size_t)directive->width);
            __builtin_memcpy(kept, to, (size_t)directive->width);
        }
        klew_input_bytes(to, (size_t)directive->width, "scanf %s");
        for (int i = 0; i < directive->width; i++) {
            klew_assume((to[i] == 0) | in_word(directive, to[i]));
            has_zero |= to[i] == 0;
        }
        klew_assume(to[0] != 0);
        for (size_t i = klew_short_input == 0 ? SIZE_MAX : klew_input_left(); i < (size_t)directive->width; i++)
            klew_assume(to[i] == 0);
        klew_count_input(SHORTEST);
        /* Behind a shorter word nothing is written. */
        int is_short = (int)has_zero & !klew_bool("the word has a zero byte");
        to[directive->width] = (char)CHOOSE(is_short, before, 0);
        unsigned over = 0;
        for (int i = 0; keeps && i < directive->width; i++) {
            unsigned byte = (unsigned char)to[i];
            to[i] = (char)CHOOSE(over, (unsigned char)kept[i], byte);
            over |= (unsigned)is_short & (byte == 0);
        }
        return;
    }
    size_t i = 0;
    do {
        char c = klew_char("scanf %s");
        klew_assume((c != 0) & in_word(directive, c));
        klew_count_input(1);
        to[i++] = c;
    } while (klew_bool("the word goes on"));
    to[i] = 0;
}

INTERNAL enum outcome read_word(FILE *stream, const struct scan_directive *directive,
                                struct arguments *arguments) {
    enum outcome outcome = find_word(stream, directive);
    if (outcome == MATCHES && !directive->suppressed)
        store_word(directive, va_arg(arguments->list, char *));
    return outcome;
}

INTERNAL enum outcome read_directive(FILE *stream, const struct scan_directive *directive, int after_space,
                                     struct arguments *arguments) {
    char conversion = directive->conversion;
    if ((integer_base(conversion) >= 0) | is_float_conversion(conversion))
        return read_number(stream, directive, arguments);
    if (directive->length == LENGTH_NONE && conversion == 'c') {
        char *to = directive->suppressed ? 0 : va_arg(arguments->list, char *);
        return read_characters(stream, directive, to, after_space);
    }
    if (directive->length == LENGTH_NONE && ((conversion == 's') | (conversion == '[')))
        return read_word(stream, directive, arguments);
    klew_unsupported_directive_of_printf_or_scanf();
    return ENDS;
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
    if (!klew_may_read(stream))
        return END_OF_FILE;
    struct open_file *open = klew_open_file(stream->descriptor);
    if (open != 0)
        return scan_file(stream, open, format, arguments);
    int assigned = 0, after_space = 0;
    while (*format != 0) {
        char c = *format++;
        if (is_space(c)) {
            after_space = 1;
            continue;
        }
        struct scan_directive directive = {.suppressed = 1, .conversion = '%'};
        if (c == '%')
            format = parse_scan_directive(format, &directive);
        if (directive.conversion == 'n') {
            if (!directive.suppressed)
                store_integer(directive.length, arguments, COUNT_WRITTEN("approximate %n"));
            continue;
        }
        int literal = directive.conversion == '%';
        enum outcome outcome = literal
                                   ? read_literal(stream, (unsigned char)c, after_space | (c == '%'))
                                   : read_directive(stream, &directive, after_space, arguments);
        if (outcome != MATCHES)
            return (outcome == ENDS) & (assigned == 0) ? END_OF_FILE : assigned;
        assigned += !literal & !directive.suppressed;
        after_space = 0;
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
