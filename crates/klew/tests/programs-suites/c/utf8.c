/* Decodes a character of UTF-8, with all its errors. */
/* suite: --function decode */

struct source {
    unsigned char bytes[6];
    unsigned size;
    unsigned at;
};

enum { END = -1, BAD_START = -2, CUT = -3, BAD_FOLLOWER = -4, OVERLONG = -5, SURROGATE = -6, TOO_LARGE = -7 };

/* The next character, or what is wrong. */
long decode(struct source *source)
{
    static const long least[] = {0, 0x80, 0x800, 0x10000};
    unsigned more, index;
    long value;
    unsigned char first;
    if (source->size > sizeof source->bytes || source->at >= source->size)
        return END;
    first = source->bytes[source->at++];
    if (first < 0x80)
        return first;
    if (first < 0xc0 || first > 0xf7)
        return BAD_START;
    if (first < 0xe0) {
        more = 1;
        value = first & 0x1f;
    } else if (first < 0xf0) {
        more = 2;
        value = first & 0x0f;
    } else {
        more = 3;
        value = first & 0x07;
    }
    for (index = 0; index < more; index++) {
        if (source->at == source->size)
            return CUT;
        if ((source->bytes[source->at] & 0xc0) != 0x80)
            return BAD_FOLLOWER;
        value = value << 6 | (source->bytes[source->at++] & 0x3f);
    }
    if (value < least[more])
        return OVERLONG;
    if (value >= 0xd800 && value < 0xe000)
        return SURROGATE;
    return value > 0x10ffff ? TOO_LARGE : value;
}
