/* libgen.h, and the basename of string.h: parts of paths. */
#include "model.h"

static char dot[] = ".";

/* The GNU one: what stands behind the last slash. */
char *basename(const char *path) {
    size_t start = 0;
    for (size_t i = 0; path[i] != 0; i++)
        if (path[i] == '/')
            start = i + 1;
    return (char *)path + start;
}

/* That of POSIX, which takes slashes off the end. */
char *__xpg_basename(char *path) {
    if (path == 0 || path[0] == 0)
        return dot;
    size_t end = length_of(path);
    while (end > 1 && path[end - 1] == '/')
        end--;
    if (path[end] != 0)
        path[end] = 0;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/')
        start--;
    return start == end ? path + end - 1 : path + start;
}

INTERNAL size_t without_slashes(const char *path, size_t end) {
    while (end > 0 && path[end - 1] == '/')
        end--;
    return end;
}

/* Two slashes at the start, and no more, stay two. */
char *dirname(char *path) {
    if (path == 0)
        return dot;
    size_t end = without_slashes(path, length_of(path));
    while (end > 0 && path[end - 1] != '/')
        end--;
    if (end == 0) {
        if (path[0] != '/')
            return dot;
        end = 1 + (path[1] == '/' && path[2] == 0);
        path[end] = 0;
        return path;
    }
    size_t folder = without_slashes(path, end);
    if (folder == 0)
        folder = end == 2 ? 2 : 1;
    path[folder] = 0;
    return path;
}
