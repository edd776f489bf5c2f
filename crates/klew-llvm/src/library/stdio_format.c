/* stdio.h: formatting into memory. */
#include "format_text.h"

/* Runs `DO` with the arguments after the last named one, and gives its result. */
#define WITH_ARGUMENTS(LAST, DO)       \
    struct arguments arguments;        \
    va_start(arguments.list, LAST);    \
    int count = DO;                    \
    va_end(arguments.list);            \
    return count

#define WITH_LIST(LIST, DO)            \
    struct arguments arguments;        \
    va_copy(arguments.list, LIST);     \
    int count = DO;                    \
    va_end(arguments.list);            \
    return count

/* No object is larger; so the text ends in one, or beyond the end of its buffer, which is found. */
enum { UNBOUNDED = INT_MAX };

int sprintf(char *text, const char *format, ...) {
    WITH_ARGUMENTS(format, format_text(text, UNBOUNDED, format, &arguments));
}

int vsprintf(char *text, const char *format, va_list list) {
    WITH_LIST(list, format_text(text, UNBOUNDED, format, &arguments));
}

int snprintf(char *text, size_t size, const char *format, ...) {
    WITH_ARGUMENTS(format, format_text(text, size, format, &arguments));
}

int vsnprintf(char *text, size_t size, const char *format, va_list list) {
    WITH_LIST(list, format_text(text, size, format, &arguments));
}

int __sprintf_chk(char *text, int flag, size_t size, const char *format, ...) {
    (void)flag;
    if (size == 0)
        __chk_fail();
    WITH_ARGUMENTS(format, format_text(text, UNBOUNDED, format, &arguments));
}

int __vsprintf_chk(char *text, int flag, size_t size, const char *format, va_list list) {
    (void)flag;
    if (size == 0)
        __chk_fail();
    WITH_LIST(list, format_text(text, UNBOUNDED, format, &arguments));
}

int __snprintf_chk(char *text, size_t limit, int flag, size_t size, const char *format, ...) {
    (void)flag;
    if (size < limit)
        __chk_fail();
    WITH_ARGUMENTS(format, format_text(text, limit, format, &arguments));
}

int __vsnprintf_chk(char *text, size_t limit, int flag, size_t size, const char *format,
                    va_list list) {
    (void)flag;
    if (size < limit)
        __chk_fail();
    WITH_LIST(list, format_text(text, limit, format, &arguments));
}

/* Two passes: the first counts. */
INTERNAL int allocate_text(char **text, const char *format, struct arguments *first,
                           struct arguments *second) {
    *text = 0;
    int count = format_text(0, 0, format, first);
    if (count < 0)
        return -1;
    char *result = malloc((size_t)count + 1);
    if (result == 0)
        return -1;
    *text = result;
    return format_text(result, (size_t)count + 1, format, second);
}

INTERNAL int allocate_text_of(char **text, const char *format, va_list list) {
    struct arguments first, second;
    va_copy(first.list, list);
    va_copy(second.list, list);
    int count = allocate_text(text, format, &first, &second);
    va_end(first.list);
    va_end(second.list);
    return count;
}

int vasprintf(char **text, const char *format, va_list list) {
    return allocate_text_of(text, format, list);
}

int asprintf(char **text, const char *format, ...) {
    WITH_ARGUMENTS(format, allocate_text_of(text, format, arguments.list));
}

int __asprintf_chk(char **text, int flag, const char *format, ...) {
    (void)flag;
    WITH_ARGUMENTS(format, allocate_text_of(text, format, arguments.list));
}

int __vasprintf_chk(char **text, int flag, const char *format, va_list list) {
    (void)flag;
    return allocate_text_of(text, format, list);
}
