/* A program that harms where it is run natively: klew's analysis does not see what stands behind the first #if.
   What it does is bounded, so that it harms little where nothing contains it. crates/klew/tests/confined.rs runs it. */
#include <assert.h>
#include <klew.h>

#if defined __SANITIZE_ADDRESS__ || defined KLEW_BOOKKEEPING
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void ignore_signals(void) {
    for (int number = 1; number < 65; number++)
        signal(number, SIG_IGN);
}

/* Stays for a minute at most. */
static void stay(void) {
    ignore_signals();
    for (int second = 0; second < 60; second++)
        sleep(1);
    _exit(0);
}

static void fork_many(int count) {
    for (int index = 0; index < count; index++)
        if (fork() == 0)
            stay();
}

static void become_a_daemon(void) {
    if (fork() != 0)
        return;
    setsid();
    if (fork() != 0)
        _exit(0);
    setsid();
    stay();
}

static void print_endlessly(void) {
    if (fork() != 0)
        return;
    ignore_signals();
    for (int count = 0; count < 1000000; count++)
        if (write(1, "endless\n", 8) < 0)
            break;
    stay();
}

static void tell(const char *what, int succeeded) {
    fprintf(stderr, "%s %s\n", what, succeeded ? "done" : "refused");
}

static void write_outside(void) {
    const char *const files[] = {OUTSIDE "/written", OUTSIDE "/given", "../written"};
    for (int index = 0; index < 3; index++) {
        int file = open(files[index], O_WRONLY | O_CREAT, 0600);
        tell("write", file >= 0 && write(file, "harm", 4) == 4);
    }
    tell("remove", unlink(OUTSIDE "/given") == 0);
    tell("make-folder", mkdir(OUTSIDE "/folder", 0700) == 0);
    tell("read-home", open(HOME_FILE, O_RDONLY) >= 0);
    int mine = open("mine", O_WRONLY | O_CREAT, 0600);
    tell("own", mine >= 0 && write(mine, "fine", 4) == 4);
}

static void write_a_large_file(void) {
    signal(SIGXFSZ, SIG_IGN);
    int file = open("large", O_WRONLY | O_CREAT, 0600);
    tell("large", ftruncate(file, 1L << 30) == 0);
}

static void open_sockets(void) {
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int stream = socket(AF_INET, SOCK_STREAM, 0);
    tell("connect", connect(stream, (struct sockaddr *)&there, sizeof there) == 0);
    int datagram = socket(AF_INET, SOCK_DGRAM, 0);
    sendto(datagram, "harm", 4, 0, (struct sockaddr *)&there, sizeof there);
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_port = htons(FREE_PORT)};
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    bind(listening, (struct sockaddr *)&here, sizeof here);
    listen(listening, 1);
}

static void fill_the_disk(void) {
    for (int index = 0; index < 6; index++) {
        char name[20];
        snprintf(name, sizeof name, "full-%d", index);
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (posix_fallocate(file, 0, 64 << 20) != 0)
            break;
    }
    for (int tenth = 0; tenth < 50; tenth++)
        usleep(100000);
}

__attribute__((constructor)) static void harm(void) {
#if HARM == 1
    write_outside();
    write_a_large_file();
    open_sockets();
    fork_many(100);
    become_a_daemon();
    print_endlessly();
#elif HARM == 2
    fork_many(300);
    stay();
#elif HARM == 3
    fill_the_disk();
#elif HARM == 4
    become_a_daemon();
    stay();
#endif
}
#endif

int main(void) {
    int x = klew_int("x");
    assert(x != 7);
    return 0;
}
