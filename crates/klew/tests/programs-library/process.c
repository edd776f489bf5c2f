/* unistd.h and signal.h: who the process is, and signals that it sends to itself. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    assert(getpid() > 0 && getpid() == getpid() && getuid() == getuid());
    assert(sysconf(_SC_PAGESIZE) == 4096 && getpagesize() == 4096 && sysconf(_SC_NPROCESSORS_ONLN) >= 1);
    assert(raise(SIGCHLD) == 0);
    assert(signal(SIGUSR1, SIG_IGN) != SIG_ERR && signal(SIGUSR1, SIG_DFL) == SIG_IGN);
    assert(signal(SIGUSR1, SIG_IGN) == SIG_DFL && raise(SIGUSR1) == 0);
    errno = 0;
    assert(signal(SIGKILL, SIG_IGN) == SIG_ERR && errno == EINVAL);
    errno = 0;
    assert(signal(99, SIG_IGN) == SIG_ERR && errno == EINVAL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    assert(sigismember(&set, SIGINT) == 1 && sigismember(&set, SIGTERM) == 0);
    sigdelset(&set, SIGINT);
    assert(sigismember(&set, SIGINT) == 0 && alarm(0) == 0);
    unsigned char bytes[4];
    assert(getentropy(bytes, 4) == 0 && getentropy(bytes, 257) == -1);
    return 0;
}
