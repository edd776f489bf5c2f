/* The text that printf makes of a format and its arguments. */
#ifndef KLEW_FORMAT_TEXT_H
#define KLEW_FORMAT_TEXT_H

#include "directive.h"
#include "format_float.h"

/* Where the text goes. One character of the room is kept for the end; what does not fit is counted only. */
struct sink {
    char *text;
    size_t room;
    size_t count;
};

INTERNAL void put(struct sink *to, char c) {
    if (to->room > 0 && to->count < to->room - 1)
        to->text[to->count] = c;
    to->count++;
}

/* The beginning of a text: so many characters, which may be any number. */
INTERNAL void put_beginning(struct sink *to, const char *s, size_t count) {
    if (to->room > 0 && to->count < to->room - 1) {
        size_t left = to->room - 1 - to->count;
        if (count < left)
            __builtin_memcpy(to->text + to->count, s, count);
        else
            __builtin_memcpy(to->text + to->count, s, left);
    }
    to->count += count;
}

INTERNAL void put_many(struct sink *to, char c, size_t count) {
    for (size_t i = 0; i < count; i++)
        put(to, c);
}

/* Ends the text. */
INTERNAL int finish(struct sink *to) {
    if (to->room > 0)
        to->text[to->count < to->room ? to->count : to->room - 1] = 0;
    return to->count > INT_MAX ? -1 : (int)to->count;
}

/* A sign or the like, zeros, characters, zeros; all of it padded to the width. */
struct pieces {
    const char *prefix;
    size_t prefix_size;
    size_t zeros;
    const char *body;
    size_t body_size;
    size_t zeros_after;
};

INTERNAL void put_pieces(struct sink *to, const struct directive *directive,
                         const struct pieces *pieces, int zero_padding) {
    size_t size = pieces->prefix_size + pieces->zeros + pieces->body_size + pieces->zeros_after;
    size_t width = (size_t)directive->width;
    size_t padding = width > size ? width - size : 0;
    int zeros = zero_padding && !directive->left;
    if (!directive->left && !zeros)
        put_many(to, ' ', padding);
    for (size_t i = 0; i < pieces->prefix_size; i++)
        put(to, pieces->prefix[i]);
    put_many(to, '0', pieces->zeros + (zeros ? padding : 0));
    for (size_t i = 0; i < pieces->body_size; i++)
        put(to, pieces->body[i]);
    put_many(to, '0', pieces->zeros_after);
    if (directive->left)
        put_many(to, ' ', padding);
}

enum { DIGITS = 24 };

/* The digits of a number end at the end of the buffer; gives where they start. Numbers of 32 bits are
 * divided as such, which is easier to solve. */
INTERNAL size_t write_digits(char *buffer, unsigned long long value, unsigned base, char ten) {
    size_t at = DIGITS;
    if (base == 10) {
        while (value >> 32 != 0) {
            buffer[--at] = (char)('0' + value % 10);
            value /= 10;
        }
        for (unsigned rest = (unsigned)value; rest != 0; rest /= 10)
            buffer[--at] = (char)('0' + rest % 10);
        return at;
    }
    unsigned shift = base == 16 ? 4 : 3;
    for (; value != 0; value >>= shift) {
        unsigned digit = (unsigned)value & (base - 1);
        buffer[--at] = (char)CHOOSE(digit < 10, '0' + digit, (unsigned)ten + digit - 10);
    }
    return at;
}

INTERNAL void put_number(struct sink *to, const struct directive *directive,
                         unsigned long long value, unsigned base, const char *prefix) {
    char buffer[DIGITS];
    size_t at = write_digits(buffer, value, base, directive->conversion == 'X' ? 'A' : 'a');
    size_t count = DIGITS - at;
    size_t least = directive->precision < 0 ? 1 : (size_t)directive->precision;
    if ((base == 8) & directive->alternate && least <= count)
        least = count + 1;
    struct pieces pieces = {prefix, length_of(prefix), 0, buffer + at, count, 0};
    pieces.zeros = least > count ? least - count : 0;
    put_pieces(to, directive, &pieces, directive->zero && directive->precision < 0);
}

INTERNAL const char *sign_text(const struct directive *directive, int negative) {
    return negative ? "-" : directive->plus ? "+" : directive->space ? " " : "";
}

INTERNAL void put_signed(struct sink *to, const struct directive *directive,
                         struct arguments *arguments) {
    long long value = signed_argument(directive->length, arguments);
    int negative = value < 0;
    unsigned long long magnitude = (unsigned long long)value;
    put_number(to, directive, negative ? -magnitude : magnitude, 10, sign_text(directive, negative));
}

INTERNAL void put_unsigned(struct sink *to, const struct directive *directive,
                           struct arguments *arguments, unsigned base) {
    unsigned long long value = unsigned_argument(directive->length, arguments);
    const char *prefix = "";
    if (directive->alternate && base == 16 && value != 0)
        prefix = directive->conversion == 'X' ? "0X" : "0x";
    put_number(to, directive, value, base, prefix);
}

INTERNAL void put_string(struct sink *to, const struct directive *directive, const char *s) {
    size_t limit = directive->precision < 0 ? SIZE_MAX : (size_t)directive->precision;
    if (s == 0)
        s = limit >= 6 ? "(null)" : "";
    if (directive->width == 0) {
        if (any_end(s) != SIZE_MAX) {
            put_beginning(to, s, bounded_length(s, limit));
            return;
        }
        for (size_t i = 0; i < limit && s[i] != 0; i++)
            put(to, s[i]);
        return;
    }
    struct pieces pieces = {"", 0, 0, s, bounded_length(s, limit), 0};
    put_pieces(to, directive, &pieces, 0);
}

/* The null pointer as a word, others as numbers. */
INTERNAL void put_pointer(struct sink *to, struct directive *directive,
                          struct arguments *arguments) {
    uintptr_t address = (uintptr_t)va_arg(arguments->list, void *);
    if (address == 0) {
        struct pieces pieces = {"", 0, 0, "(nil)", 5, 0};
        put_pieces(to, directive, &pieces, 0);
        return;
    }
    put_number(to, directive, address, 16, directive->plus ? "+0x" : directive->space ? " 0x" : "0x");
}

INTERNAL void put_float(struct sink *to, const struct directive *directive,
                        struct arguments *arguments) {
    double value;
    if (directive->length == LENGTH_LONG_DOUBLE) {
        long double wide = va_arg(arguments->list, long double);
        value = (double)wide;
        if (((long double)value != wide) & (wide == wide))
            klew_unsupported_directive_of_printf_or_scanf();
    } else {
        value = va_arg(arguments->list, double);
    }
    struct float_text body;
    int finite = format_magnitude(&body, __builtin_fabs(value), directive);
    int hexadecimal = finite & (to_lower(directive->conversion) == 'a');
    const char *sign = sign_text(directive, __builtin_signbit(value) != 0);
    char prefix[3];
    size_t size = 0;
    if (*sign != 0)
        prefix[size++] = *sign;
    if (hexadecimal) {
        prefix[size++] = '0';
        prefix[size++] = directive->conversion == 'A' ? 'X' : 'x';
    }
    struct pieces pieces = {prefix, size, 0, body.text, (size_t)body.size, (size_t)body.zeros};
    put_pieces(to, directive, &pieces, directive->zero & finite);
}

/* In the C locale wide characters beyond ASCII cannot be written. */
INTERNAL int put_wide(struct sink *to, const struct directive *directive, const wchar_t *s,
                      size_t limit) {
    size_t size = 0;
    for (; size < limit && s[size] != 0; size++) {
        if ((unsigned)s[size] > 127) {
            *__errno_location() = MODEL_EILSEQ;
            return 0;
        }
    }
    size_t padding = (size_t)directive->width > size ? (size_t)directive->width - size : 0;
    if (!directive->left)
        put_many(to, ' ', padding);
    for (size_t i = 0; i < size; i++)
        put(to, (char)s[i]);
    if (directive->left)
        put_many(to, ' ', padding);
    return 1;
}

INTERNAL int put_wide_argument(struct sink *to, const struct directive *directive,
                               struct arguments *arguments) {
    size_t limit = directive->precision < 0 ? SIZE_MAX : (size_t)directive->precision;
    const wchar_t *s = va_arg(arguments->list, const wchar_t *);
    return put_wide(to, directive, s != 0 ? s : limit >= 6 ? L"(null)" : L"", limit);
}

INTERNAL int put_character(struct sink *to, const struct directive *directive,
                           struct arguments *arguments) {
    if ((directive->length == LENGTH_LONG) | (directive->conversion == 'C')) {
        wchar_t wide = va_arg(arguments->list, wchar_t);
        if ((unsigned)wide > 127) {
            *__errno_location() = MODEL_EILSEQ;
            return 0;
        }
        char c = (char)wide;
        struct pieces pieces = {"", 0, 0, &c, 1, 0};
        put_pieces(to, directive, &pieces, 0);
        return 1;
    }
    char c = (char)va_arg(arguments->list, int);
    struct pieces pieces = {"", 0, 0, &c, 1, 0};
    put_pieces(to, directive, &pieces, 0);
    return 1;
}

char *strerror(int error);

/* Whether the directive could be done. */
INTERNAL int put_directive(struct sink *to, struct directive *directive,
                           struct arguments *arguments) {
    switch (directive->conversion) {
    case 'd':
    case 'i': put_signed(to, directive, arguments); return 1;
    case 'u': put_unsigned(to, directive, arguments, 10); return 1;
    case 'o': put_unsigned(to, directive, arguments, 8); return 1;
    case 'x':
    case 'X': put_unsigned(to, directive, arguments, 16); return 1;
    case 'c':
    case 'C': return put_character(to, directive, arguments);
    case 's':
        if (directive->length == LENGTH_LONG)
            return put_wide_argument(to, directive, arguments);
        put_string(to, directive, va_arg(arguments->list, const char *));
        return 1;
    case 'S': return put_wide_argument(to, directive, arguments);
    case 'p': put_pointer(to, directive, arguments); return 1;
    case 'n': store_integer(directive->length, arguments, (long long)to->count); return 1;
    case 'm':
        /* With `#` it is the error's name. */
        if (directive->alternate)
            klew_unsupported_directive_of_printf_or_scanf();
        put_string(to, directive, strerror(*__errno_location()));
        return 1;
    case '%': put(to, '%'); return 1;
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': put_float(to, directive, arguments); return 1;
    case 0: *__errno_location() = MODEL_EINVAL; return 0;
    default: klew_unsupported_directive_of_printf_or_scanf(); return 0;
    }
}

/* The number of characters of the whole text, without its end; -1 if it cannot be made. */
INTERNAL int format_text(char *text, size_t room, const char *format, struct arguments *arguments) {
    struct sink to = {text, room, 0};
    while (*format != 0) {
        char c = *format++;
        if (c != '%') {
            put(&to, c);
            continue;
        }
        struct directive directive;
        format = parse_directive(format, &directive, arguments);
        if (!put_directive(&to, &directive, arguments)) {
            finish(&to);
            return -1;
        }
    }
    return finish(&to);
}

#endif
