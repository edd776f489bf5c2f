/* arpa/inet.h: byte order and texts of IPv4 addresses. */
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>
#include <sys/socket.h>

int main(void) {
    assert(htonl(0x01020304) == 0x04030201 && ntohl(htonl(77)) == 77);
    assert(htons(0x0102) == 0x0201 && ntohs(htons(80)) == 80);
    struct in_addr address;
    assert(inet_pton(AF_INET, "192.168.1.20", &address) == 1);
    assert(ntohl(address.s_addr) == 0xc0a80114);
    char text[INET_ADDRSTRLEN];
    assert(inet_ntop(AF_INET, &address, text, sizeof text) == text);
    assert(strcmp(text, "192.168.1.20") == 0 && strcmp(inet_ntoa(address), text) == 0);
    assert(inet_pton(AF_INET, "192.168.1", &address) == 0 && inet_aton("192.168.1", &address) == 1);
    assert(inet_addr("x") == INADDR_NONE);
    return 0;
}
