/* Byte order and texts of IPv4 addresses. */
#include "support.h"

#include <arpa/inet.h>
#include <sys/socket.h>

MODEL(inet_pton);
MODEL(inet_ntop);
MODEL(inet_aton);
MODEL(inet_addr);
extern uint32_t model_htonl(uint32_t), model_ntohl(uint32_t);
extern uint16_t model_htons(uint16_t), model_ntohs(uint16_t);

static void compare_text(const char *s) {
    unsigned left = 7, right = 7;
    int a = model_inet_pton(AF_INET, s, &left), b = inet_pton(AF_INET, s, &right);
    CHECK(a == b && left == right, "inet_pton of '%s': %d and %d, %x and %x", s, a, b, left, right);
    left = right = 7;
    a = model_inet_aton(s, (struct in_addr *)&left) != 0, b = inet_aton(s, (struct in_addr *)&right) != 0;
    CHECK(a == b && left == right, "inet_aton of '%s': %d and %d, %x and %x", s, a, b, left, right);
    CHECK(model_inet_addr(s) == inet_addr(s), "inet_addr of '%s'", s);
}

void compare_addresses(void) {
    static const uint32_t numbers[] = {0, 1, 0x7f000001, 0x01020304, 0xfffefdfc, 0x0a0b0c64, 0x630ac800};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        uint32_t number = numbers[i];
        CHECK(model_htonl(number) == htonl(number) && model_ntohl(number) == ntohl(number), "%x", number);
        CHECK(model_htons((uint16_t)number) == htons((uint16_t)number), "%x", number);
        CHECK(model_ntohs((uint16_t)number) == ntohs((uint16_t)number), "%x", number);
        for (socklen_t size = 0; size < 18; size++) {
            char left[20] = {0}, right[20] = {0};
            int a = model_inet_ntop(AF_INET, &number, left, size) != 0;
            int b = inet_ntop(AF_INET, &number, right, size) != 0;
            CHECK(a == b && memcmp(left, right, 20) == 0, "inet_ntop of %x: %s and %s", number, left, right);
        }
    }
    static const char *const texts[] = {"1.2.3.4",    "127.0.0.1",   "255.255.255.255", "256.1.1.1",  "1.2.3",
                                        "1.2.3.4.5",  "01.2.3.4",    "0x10.2.3.4",      "1.2.3.4 x",  "1.2.3.4x",
                                        "1.65536",    "1.16777215",  "1.16777216",      "4294967295", "4294967296",
                                        "1.2.65535",  "1.2.65536",   "00.0.0.0",        "1.2.3.",     ".1.2.3",
                                        "0",          "",            "0x",              "08.1.1.1",   "010.1.1.1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        compare_text(texts[i]);
    const struct strings *strings = strings_over("10.x ", 4);
    for (int i = 0; i < strings->count; i++)
        compare_text(strings->all[i]);
}
