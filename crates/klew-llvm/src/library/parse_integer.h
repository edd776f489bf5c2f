/* The integer that a text starts with, as strtol reads it. Included once for each width: MAGNITUDE is
 * the unsigned type, SIGNED_MAXIMUM the maximum of its signed type, PARSE and PARSE_SIGNED names.
 *
 * One branch per character; that a value does not fit is kept as a truth value. */

/* The magnitude. `*end` becomes the place after the number, or the text itself if there is none. Whether it overflows
 * is only asked where it has so many digits (`*large`) that it may not fit the signed type. */
INTERNAL MAGNITUDE PARSE(const char *text, const char **end, int base, int binary, int *negative,
                         int *large, int *overflow) {
    const char *s = text;
    *large = 0;
    *negative = 0;
    *overflow = 0;
    *end = text;
    size_t last = any_end(text);
    if (last != SIZE_MAX) {
        *end = text + place_in_text(last);
        *large = 1;
        *negative = klew_bool("approximate sign of a number");
        *overflow = klew_bool("approximate overflow of a number");
        return (MAGNITUDE)klew_ullong("approximate number in a text");
    }
    while (is_space(*s))
        s++;
    if ((*s == '-') | (*s == '+')) {
        *negative = *s == '-';
        s++;
    }
    if (((base == 0) | (base == 16)) && s[0] == '0' && (s[1] | 32) == 'x' &&
        is_digit_to(s[2], 16)) {
        s += 2;
        base = 16;
    } else if (binary && ((base == 0) | (base == 2)) && s[0] == '0' && (s[1] | 32) == 'b' &&
               is_digit_to(s[2], 2)) {
        s += 2;
        base = 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    const MAGNITUDE maximum = (MAGNITUDE)-1;
    MAGNITUDE quotient = maximum / (MAGNITUDE)base, rest = maximum % (MAGNITUDE)base, value = 0;
    unsigned fitting = fitting_digits(sizeof(MAGNITUDE), (unsigned)base);
    for (;; s++) {
        if (!is_digit_to(*s, (unsigned)base))
            return value;
        unsigned digit = value_of_digit(*s, (unsigned)base);
        if (fitting == 0) {
            *large = 1;
            *overflow |= (value > quotient) | ((value == quotient) & (digit > rest));
        } else {
            fitting--;
        }
        value = value * (MAGNITUDE)base + digit;
        *end = s + 1;
    }
}

INTERNAL MAGNITUDE PARSE_SIGNED(const char *text, char **end, int base, int binary) {
    int negative, large, overflow;
    const char *stop;
    if ((base < 0) | (base == 1) | (base > 36)) {
        *__errno_location() = MODEL_EINVAL;
        return 0;
    }
    MAGNITUDE value = PARSE(text, &stop, base, binary, &negative, &large, &overflow);
    if (end != 0)
        *end = (char *)stop;
    const MAGNITUDE limit = (MAGNITUDE)SIGNED_MAXIMUM + (MAGNITUDE)negative;
    if (large && (overflow | (value > limit))) {
        *__errno_location() = MODEL_ERANGE;
        return limit;
    }
    return (value ^ -(MAGNITUDE)negative) + (MAGNITUDE)negative;
}

INTERNAL MAGNITUDE PARSE_UNSIGNED(const char *text, char **end, int base, int binary) {
    int negative, large, overflow;
    const char *stop;
    if ((base < 0) | (base == 1) | (base > 36)) {
        *__errno_location() = MODEL_EINVAL;
        return 0;
    }
    MAGNITUDE value = PARSE(text, &stop, base, binary, &negative, &large, &overflow);
    if (end != 0)
        *end = (char *)stop;
    if (large && overflow) {
        *__errno_location() = MODEL_ERANGE;
        return (MAGNITUDE)-1;
    }
    return (value ^ -(MAGNITUDE)negative) + (MAGNITUDE)negative;
}
