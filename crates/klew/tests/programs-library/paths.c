/* Parts of paths, linear search, conventions of the C locale. */
#include <assert.h>
#include <errno.h>
#include <libgen.h>
#include <locale.h>
#include <search.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    char path[] = "/usr/lib/x.so/", other[] = "/usr/lib/x.so/", none[] = "x";
    assert(strcmp(basename(path), "x.so") == 0 && strcmp(dirname(other), "/usr/lib") == 0);
    assert(strcmp(dirname(none), ".") == 0);
    int numbers[4] = {3, 1, 2}, key = 2;
    size_t count = 3;
    assert(lfind(&key, numbers, &count, sizeof key, compare) == &numbers[2]);
    key = 9;
    assert(lsearch(&key, numbers, &count, sizeof key, compare) == &numbers[3] && count == 4);
    assert(strcmp(localeconv()->decimal_point, ".") == 0 && setlocale(LC_ALL, "C") != 0 && setlocale(99, "C") == 0);
    assert(wcsstr(L"abcd", L"cd") != 0 && wcsrchr(L"aba", L'a') != 0);
    char bytes[2];
    errno = 0;
    assert(pread(44, bytes, 2, 0) == -1 && errno == EBADF && ftruncate(44, 0) == -1);
    return 0;
}
