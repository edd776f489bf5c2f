// Whether a name (second argument) matches a pattern (first argument) with *, ? and [a-z].
// sizes: --sym-args 2 2 4
// klee: --sym-arg 4 --sym-arg 4
// quick
#include <stdio.h>

static int in_class(const char **pattern, char c) {
    const char *p = *pattern + 1;
    int negated = 0, found = 0;
    if (*p == '!' || *p == '^') {
        negated = 1;
        p++;
    }
    do {
        if (*p == '\0')
            return 0;
        char low = *p, high = low;
        if (p[1] == '-' && p[2] != ']') { // fixed: if (p[1] == '-' && p[2] != ']' && p[2] != '\0') {
            high = p[2];
            p += 2;
        }
        if (low <= c && c <= high)
            found = 1;
        p++;
    } while (*p != ']'); // expect: valid-deref
    *pattern = p;
    return found != negated;
}

static int matches(const char *pattern, const char *name) {
    for (; *pattern != '\0'; pattern++, name++) {
        switch (*pattern) {
        case '*':
            while (pattern[1] == '*')
                pattern++;
            for (const char *rest = name;; rest++) {
                if (matches(pattern + 1, rest))
                    return 1;
                if (*rest == '\0')
                    return 0;
            }
        case '?':
            if (*name == '\0')
                return 0;
            break;
        case '[':
            if (*name == '\0' || !in_class(&pattern, *name))
                return 0;
            break;
        case '\\':
            if (pattern[1] != '\0')
                pattern++;
            /* fall through */
        default:
            if (*pattern != *name)
                return 0;
        }
    }
    return *name == '\0';
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: glob PATTERN NAME\n");
        return 2;
    }
    int found = matches(argv[1], argv[2]);
    puts(found ? "match" : "no match");
    return !found;
}
