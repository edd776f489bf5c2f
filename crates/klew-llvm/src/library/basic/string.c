/* string.h and strings.h, byte by byte, so that every access is checked. */
#include "models.h"

size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

size_t strnlen(const char *text, size_t limit) {
    size_t length = 0;
    while (length < limit && text[length]) length++;
    return length;
}

char *strcpy(char *to, const char *from) {
    size_t i = 0;
    do to[i] = from[i]; while (from[i++]);
    return to;
}

char *__strcpy_chk(char *to, const char *from, size_t size) { return strcpy(to, from); }

char *stpcpy(char *to, const char *from) {
    while ((*to = *from)) to++, from++;
    return to;
}

char *strncpy(char *to, const char *from, size_t limit) {
    size_t i = 0;
    for (; i < limit && from[i]; i++) to[i] = from[i];
    for (; i < limit; i++) to[i] = 0;
    return to;
}

char *__strncpy_chk(char *to, const char *from, size_t limit, size_t size) {
    return strncpy(to, from, limit);
}

char *stpncpy(char *to, const char *from, size_t limit) {
    size_t i = 0;
    for (; i < limit && from[i]; i++) to[i] = from[i];
    char *end = to + i;
    for (; i < limit; i++) to[i] = 0;
    return end;
}

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t i = 0;
    if (size) {
        for (; i < size - 1 && from[i]; i++) to[i] = from[i];
        to[i] = 0;
    }
    while (from[i]) i++;
    return i;
}

char *strcat(char *to, const char *from) {
    strcpy(to + strlen(to), from);
    return to;
}

char *__strcat_chk(char *to, const char *from, size_t size) { return strcat(to, from); }

char *strncat(char *to, const char *from, size_t limit) {
    char *end = to + strlen(to);
    size_t i = 0;
    for (; i < limit && from[i]; i++) end[i] = from[i];
    end[i] = 0;
    return to;
}

char *__strncat_chk(char *to, const char *from, size_t limit, size_t size) {
    return strncat(to, from, limit);
}

int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (byte)*a - (byte)*b;
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

int strncmp(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        if (a[i] != b[i]) return (byte)a[i] - (byte)b[i];
        if (!a[i]) break;
    }
    return 0;
}

static int lower(int c) { return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c; }

int strcasecmp(const char *a, const char *b) {
    while (*a && lower((byte)*a) == lower((byte)*b)) a++, b++;
    return lower((byte)*a) - lower((byte)*b);
}

int strncasecmp(const char *a, const char *b, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        int difference = lower((byte)a[i]) - lower((byte)b[i]);
        if (difference || !a[i]) return difference;
    }
    return 0;
}

int memcmp(const void *a, const void *b, size_t size) {
    const byte *p = a, *q = b;
    for (size_t i = 0; i < size; i++)
        if (p[i] != q[i]) return p[i] - q[i];
    return 0;
}

int bcmp(const void *a, const void *b, size_t size) { return memcmp(a, b, size); }

void *memchr(const void *area, int c, size_t size) {
    const byte *p = area;
    for (size_t i = 0; i < size; i++)
        if (p[i] == (byte)c) return (void *)(p + i);
    return NULL;
}

void *rawmemchr(const void *area, int c) {
    const byte *p = area;
    while (*p != (byte)c) p++;
    return (void *)p;
}

void *memrchr(const void *area, int c, size_t size) {
    const byte *p = area;
    while (size--)
        if (p[size] == (byte)c) return (void *)(p + size);
    return NULL;
}

void *memccpy(void *to, const void *from, int c, size_t size) {
    byte *p = to;
    const byte *q = from;
    for (size_t i = 0; i < size; i++) {
        p[i] = q[i];
        if (q[i] == (byte)c) return p + i + 1;
    }
    return NULL;
}

void *memmem(const void *area, size_t size, const void *part, size_t length) {
    const byte *p = area;
    for (size_t i = 0; length <= size && i <= size - length; i++)
        if (memcmp(p + i, part, length) == 0) return (void *)(p + i);
    return NULL;
}

char *strchr(const char *text, int c) {
    for (;; text++) {
        if (*text == (char)c) return (char *)text;
        if (!*text) return NULL;
    }
}

char *index(const char *text, int c) { return strchr(text, c); }

char *strchrnul(const char *text, int c) {
    while (*text && *text != (char)c) text++;
    return (char *)text;
}

char *strrchr(const char *text, int c) {
    const char *found = NULL;
    for (;; text++) {
        if (*text == (char)c) found = text;
        if (!*text) return (char *)found;
    }
}

char *rindex(const char *text, int c) { return strrchr(text, c); }

char *strstr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (;; text++) {
        if (strncmp(text, part, length) == 0) return (char *)text;
        if (!*text) return NULL;
    }
}

char *strcasestr(const char *text, const char *part) {
    size_t length = strlen(part);
    for (;; text++) {
        if (strncasecmp(text, part, length) == 0) return (char *)text;
        if (!*text) return NULL;
    }
}

static int contains(const char *set, char c) {
    for (; *set; set++)
        if (*set == c) return 1;
    return 0;
}

size_t strspn(const char *text, const char *set) {
    size_t i = 0;
    while (text[i] && contains(set, text[i])) i++;
    return i;
}

size_t strcspn(const char *text, const char *set) {
    size_t i = 0;
    while (text[i] && !contains(set, text[i])) i++;
    return i;
}

char *strpbrk(const char *text, const char *set) {
    text += strcspn(text, set);
    return *text ? (char *)text : NULL;
}

char *strtok_r(char *text, const char *set, char **state) {
    if (!text) text = *state;
    if (!text) return NULL;
    text += strspn(text, set);
    if (!*text) {
        *state = NULL;
        return NULL;
    }
    char *end = text + strcspn(text, set);
    if (*end) {
        *end = 0;
        *state = end + 1;
    } else {
        *state = NULL;
    }
    return text;
}

char *__strtok_r(char *text, const char *set, char **state) { return strtok_r(text, set, state); }

static char *klew_strtok_state;

char *strtok(char *text, const char *set) { return strtok_r(text, set, &klew_strtok_state); }

char *strsep(char **text, const char *set) {
    char *start = *text;
    if (!start) return NULL;
    char *end = start + strcspn(start, set);
    if (*end) {
        *end = 0;
        *text = end + 1;
    } else {
        *text = NULL;
    }
    return start;
}

char *strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy) memcpy(copy, text, size);
    return copy;
}

char *__strdup(const char *text) { return strdup(text); }

char *strndup(const char *text, size_t limit) {
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
    }
    return copy;
}

char *__strndup(const char *text, size_t limit) { return strndup(text, limit); }

char *strerror(int number) { return (char *)"error"; }
