/* The directives of printf's formats, and their arguments. */
#ifndef KLEW_DIRECTIVE_H
#define KLEW_DIRECTIVE_H

#include "model.h"

/* A list that can be passed on by its address on every machine. */
struct arguments {
    va_list list;
};

enum { LENGTH_NONE, LENGTH_CHAR, LENGTH_SHORT, LENGTH_LONG, LENGTH_LONG_LONG, LENGTH_LONG_DOUBLE };

struct directive {
    int left, plus, space, alternate, zero;
    int width;
    /* -1 if there is none. */
    int precision;
    int length;
    char conversion;
};

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_directive_of_printf_or_scanf(void);

INTERNAL const char *parse_count(const char *s, int *count) {
    *count = 0;
    for (; is_digit(*s); s++)
        *count = *count > 99999999 ? *count : *count * 10 + (*s - '0');
    return s;
}

/* The place after a length modifier. j is long long; z and t are as wide as long. */
INTERNAL const char *parse_length(const char *s, int *length) {
    *length = LENGTH_NONE;
    switch (*s) {
    case 'h':
        *length = s[1] == 'h' ? LENGTH_CHAR : LENGTH_SHORT;
        return s[1] == 'h' ? s + 2 : s + 1;
    case 'l':
        *length = s[1] == 'l' ? LENGTH_LONG_LONG : LENGTH_LONG;
        return s[1] == 'l' ? s + 2 : s + 1;
    case 'z':
    case 'Z':
    case 't': *length = LENGTH_LONG; return s + 1;
    case 'j':
    case 'q': *length = LENGTH_LONG_LONG; return s + 1;
    case 'L': *length = LENGTH_LONG_DOUBLE; return s + 1;
    default: return s;
    }
}

INTERNAL const char *parse_flags(const char *s, struct directive *directive) {
    for (;; s++) {
        switch (*s) {
        case '-': directive->left = 1; break;
        case '+': directive->plus = 1; break;
        case ' ': directive->space = 1; break;
        case '#': directive->alternate = 1; break;
        case '0': directive->zero = 1; break;
        case '\'':
        case 'I': break;
        default: return s;
        }
    }
}

/* Reads what follows a `%`, with the arguments that are a width or a precision. */
INTERNAL const char *parse_directive(const char *s, struct directive *directive,
                                     struct arguments *arguments) {
    *directive = (struct directive){.precision = -1};
    s = parse_flags(s, directive);
    if (*s == '*') {
        directive->width = va_arg(arguments->list, int);
        if (directive->width < 0) {
            directive->left = 1;
            directive->width = -directive->width;
        }
        s++;
    } else {
        s = parse_count(s, &directive->width);
    }
    if (*s == '.') {
        s++;
        if (*s == '*') {
            int precision = va_arg(arguments->list, int);
            directive->precision = precision < 0 ? -1 : precision;
            s++;
        } else {
            s = parse_count(s, &directive->precision);
        }
    }
    s = parse_length(s, &directive->length);
    directive->conversion = *s;
    return *s == 0 ? s : s + 1;
}

INTERNAL long long signed_argument(int length, struct arguments *arguments) {
    switch (length) {
    case LENGTH_CHAR: return (signed char)va_arg(arguments->list, int);
    case LENGTH_SHORT: return (short)va_arg(arguments->list, int);
    case LENGTH_NONE: return va_arg(arguments->list, int);
    case LENGTH_LONG: return va_arg(arguments->list, long);
    default: return va_arg(arguments->list, long long);
    }
}

INTERNAL unsigned long long unsigned_argument(int length, struct arguments *arguments) {
    switch (length) {
    case LENGTH_CHAR: return (unsigned char)va_arg(arguments->list, unsigned);
    case LENGTH_SHORT: return (unsigned short)va_arg(arguments->list, unsigned);
    case LENGTH_NONE: return va_arg(arguments->list, unsigned);
    case LENGTH_LONG: return va_arg(arguments->list, unsigned long);
    default: return va_arg(arguments->list, unsigned long long);
    }
}

/* Writes a number where a pointer argument says (`%n`, and numbers that scanf reads). */
INTERNAL void store_integer(int length, struct arguments *arguments, long long value) {
    switch (length) {
    case LENGTH_CHAR: *va_arg(arguments->list, signed char *) = (signed char)value; break;
    case LENGTH_SHORT: *va_arg(arguments->list, short *) = (short)value; break;
    case LENGTH_NONE: *va_arg(arguments->list, int *) = (int)value; break;
    case LENGTH_LONG: *va_arg(arguments->list, long *) = (long)value; break;
    default: *va_arg(arguments->list, long long *) = value; break;
    }
}

#endif
