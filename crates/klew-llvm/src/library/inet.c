/* arpa/inet.h: byte order, and texts of IPv4 addresses. Both data models are little-endian. */
#include "model.h"

uint32_t htonl(uint32_t number) { return __builtin_bswap32(number); }
uint32_t ntohl(uint32_t number) { return __builtin_bswap32(number); }
uint16_t htons(uint16_t number) { return __builtin_bswap16(number); }
uint16_t ntohs(uint16_t number) { return __builtin_bswap16(number); }

struct address {
    uint32_t bytes;
};

INTERNAL char *put_byte(char *to, unsigned byte) {
    if (byte >= 100)
        *to++ = (char)('0' + byte / 100);
    if (byte >= 10)
        *to++ = (char)('0' + byte / 10 % 10);
    *to++ = (char)('0' + byte % 10);
    return to;
}

INTERNAL size_t put_address(char *to, uint32_t bytes) {
    char *at = to;
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            *at++ = '.';
        at = put_byte(at, (bytes >> (8 * i)) & 255);
    }
    *at = 0;
    return (size_t)(at - to);
}

enum { TEXT_SIZE = 16, FAMILY_4 = 2, FAMILY_6 = 10, MODEL_ENOSPC = 28, MODEL_EAFNOSUPPORT = 97 };

static char text_of_address[TEXT_SIZE];

char *inet_ntoa(struct address address) {
    put_address(text_of_address, address.bytes);
    return text_of_address;
}

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_text_of_an_address_of_IPv6(void);

const char *inet_ntop(int family, const void *address, char *to, uint32_t size) {
    if (family == FAMILY_6)
        klew_unsupported_text_of_an_address_of_IPv6();
    if (family != FAMILY_4) {
        *__errno_location() = MODEL_EAFNOSUPPORT;
        return 0;
    }
    char text[TEXT_SIZE];
    uint32_t bytes;
    __builtin_memcpy(&bytes, address, sizeof bytes);
    size_t length = put_address(text, bytes);
    if (length + 1 > size) {
        *__errno_location() = MODEL_ENOSPC;
        return 0;
    }
    __builtin_memcpy(to, text, length + 1);
    return to;
}

/* Four decimal numbers, without zeros before them. */
INTERNAL int parse_strictly(const char *text, uint32_t *bytes) {
    uint32_t result = 0;
    for (int i = 0; i < 4; i++) {
        if (i > 0 && *text++ != '.')
            return 0;
        if (!is_digit(*text))
            return 0;
        unsigned number = 0, digits = 0;
        for (; is_digit(*text); text++, digits++) {
            if (digits > 0 && number == 0)
                return 0;
            number = number * 10 + (unsigned)(*text - '0');
            if (number > 255)
                return 0;
        }
        result |= number << (8 * i);
    }
    if (*text != 0)
        return 0;
    *bytes = result;
    return 1;
}

int inet_pton(int family, const char *text, void *address) {
    if (family == FAMILY_6)
        klew_unsupported_text_of_an_address_of_IPv6();
    if (family != FAMILY_4) {
        *__errno_location() = MODEL_EAFNOSUPPORT;
        return -1;
    }
    uint32_t bytes;
    if (!parse_strictly(text, &bytes))
        return 0;
    __builtin_memcpy(address, &bytes, sizeof bytes);
    return 1;
}

INTERNAL int digit_of(char c, unsigned base) {
    int letter = to_lower(c);
    int value = is_digit(c) ? c - '0' : (letter >= 'a') & (letter <= 'f') ? letter - 'a' + 10 : 99;
    return value < (int)base ? value : -1;
}

/* One to four numbers as in C, of which the last has the bytes that are left; white space may follow. */
INTERNAL int parse_freely(const char *text, uint32_t *address) {
    uint32_t result = 0;
    for (unsigned part = 0; part < 4; part++) {
        if (!is_digit(*text))
            return 0;
        unsigned base = 10;
        if (*text == '0') {
            text++;
            base = to_lower(*text) == 'x' ? 16 : 8;
            text += base == 16;
            if (base == 16 && digit_of(*text, 16) < 0)
                return 0;
        }
        uint64_t number = 0;
        for (int digit; (digit = digit_of(*text, base)) >= 0; text++) {
            number = number * base + (unsigned)digit;
            if (number > UINT32_MAX)
                return 0;
        }
        if (*text == '.') {
            if (number > 255 || part == 3)
                return 0;
            result |= (uint32_t)number << (24 - 8 * part);
            text++;
            continue;
        }
        if ((*text != 0 && !is_space(*text)) || number > UINT32_MAX >> (8 * part))
            return 0;
        *address = __builtin_bswap32(result | (uint32_t)number);
        return 1;
    }
    return 0;
}

int inet_aton(const char *text, struct address *address) {
    uint32_t bytes;
    if (!parse_freely(text, &bytes))
        return 0;
    if (address != 0)
        address->bytes = bytes;
    return 1;
}

uint32_t inet_addr(const char *text) {
    uint32_t bytes;
    return parse_freely(text, &bytes) ? bytes : UINT32_MAX;
}
