/* The integer that a text starts with, as strtol reads it. Included once for each width: MAGNITUDE is
 * the unsigned type, SIGNED_MAXIMUM the maximum of its signed type, PARSE and PARSE_SIGNED names.
 *
 * One branch per character; that a value does not fit is kept as a truth value. */

/* The magnitude. `*end` becomes the place after the number, or the text itself if there is none. */
INTERNAL MAGNITUDE PARSE(const char *text, const char **end, int base, int binary, int *negative,
                         int *overflow) {
    const char *s = text;
    *negative = 0;
    *overflow = 0;
    *end = text;
    while (is_space(*s))
        s++;
    if ((*s == '-') | (*s == '+')) {
        *negative = *s == '-';
        s++;
    }
    if (((base == 0) | (base == 16)) && s[0] == '0' && (s[1] | 32) == 'x' &&
        digit_value(s[2]) < 16) {
        s += 2;
        base = 16;
    } else if (binary && ((base == 0) | (base == 2)) && s[0] == '0' && (s[1] | 32) == 'b' &&
               digit_value(s[2]) < 2) {
        s += 2;
        base = 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    const MAGNITUDE maximum = (MAGNITUDE)-1;
    MAGNITUDE quotient = maximum / (MAGNITUDE)base, rest = maximum % (MAGNITUDE)base, value = 0;
    for (;; s++) {
        unsigned digit = digit_value(*s);
        if (digit >= (unsigned)base)
            return value;
        *overflow |= (value > quotient) | ((value == quotient) & (digit > rest));
        value = value * (MAGNITUDE)base + digit;
        *end = s + 1;
    }
}

INTERNAL MAGNITUDE PARSE_SIGNED(const char *text, char **end, int base, int binary) {
    int negative, overflow;
    const char *stop;
    if ((base < 0) | (base == 1) | (base > 36)) {
        *__errno_location() = MODEL_EINVAL;
        return 0;
    }
    MAGNITUDE value = PARSE(text, &stop, base, binary, &negative, &overflow);
    if (end != 0)
        *end = (char *)stop;
    const MAGNITUDE limit = (MAGNITUDE)SIGNED_MAXIMUM + (MAGNITUDE)negative;
    if (overflow | (value > limit)) {
        *__errno_location() = MODEL_ERANGE;
        return limit;
    }
    return (value ^ -(MAGNITUDE)negative) + (MAGNITUDE)negative;
}

INTERNAL MAGNITUDE PARSE_UNSIGNED(const char *text, char **end, int base, int binary) {
    int negative, overflow;
    const char *stop;
    if ((base < 0) | (base == 1) | (base > 36)) {
        *__errno_location() = MODEL_EINVAL;
        return 0;
    }
    MAGNITUDE value = PARSE(text, &stop, base, binary, &negative, &overflow);
    if (end != 0)
        *end = (char *)stop;
    if (overflow) {
        *__errno_location() = MODEL_ERANGE;
        return (MAGNITUDE)-1;
    }
    return (value ^ -(MAGNITUDE)negative) + (MAGNITUDE)negative;
}
