/* wchar.h: strings of wide characters. */
#include "model.h"

size_t wcslen(const wchar_t *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    while ((*a == *b) & (*a != 0))
        a++, b++;
    return (*a > *b) - (*a < *b);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t limit) {
    for (size_t i = 0; i < limit; i++)
        if ((a[i] != b[i]) | (a[i] == 0))
            return (a[i] > b[i]) - (a[i] < b[i]);
    return 0;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) {
    size_t i = 0;
    for (; from[i] != 0; i++)
        to[i] = from[i];
    to[i] = 0;
    return to;
}

wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i] != 0; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *to, const wchar_t *from) {
    size_t end = 0;
    while (to[end] != 0)
        end++;
    size_t i = 0;
    for (; from[i] != 0; i++)
        to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    while ((*s != 0) & (*s != c))
        s++;
    return *s == c ? (wchar_t *)s : 0;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = c;
    return to;
}

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n) {
    __builtin_memcpy(to, from, n * sizeof(wchar_t));
    return to;
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
    __builtin_memmove(to, from, n * sizeof(wchar_t));
    return to;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    for (size_t i = wcslen(s) + 1; i > 0; i--)
        if (s[i - 1] == c)
            return (wchar_t *)(s + i - 1);
    return 0;
}

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n) {
    wchar_t *end = to + wcslen(to);
    size_t i = 0;
    for (; i < n && from[i] != 0; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *s) {
    size_t length = wcslen(s);
    wchar_t *copy = malloc((length + 1) * sizeof *copy);
    if (copy != 0)
        __builtin_memcpy(copy, s, (length + 1) * sizeof *copy);
    return copy;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
    for (;; s++) {
        size_t j = 0;
        while ((part[j] != 0) && (s[j] == part[j]))
            j++;
        if (part[j] == 0)
            return (wchar_t *)s;
        if (*s == 0)
            return 0;
    }
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] > b[i] ? 1 : -1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c)
            return (wchar_t *)(s + i);
    return 0;
}
