/* locale.h: there is only the C locale. */
#include "model.h"

static char name[] = "C";

char *setlocale(int category, const char *wanted) {
    (void)category;
    if (wanted == 0)
        return name;
    int same = (wanted[0] == 0) || ((wanted[0] == 'C') && (wanted[1] == 0));
    if (same)
        return name;
    /* "POSIX" is another name of it. */
    const char *posix = "POSIX";
    size_t i = 0;
    while ((posix[i] != 0) && (wanted[i] == posix[i]))
        i++;
    return posix[i] == wanted[i] ? name : 0;
}

char *bindtextdomain(const char *domain, const char *folder) {
    (void)domain;
    return (char *)folder;
}
char *textdomain(const char *domain) { return (char *)domain; }
char *gettext(const char *text) { return (char *)text; }
char *dgettext(const char *domain, const char *text) {
    (void)domain;
    return (char *)text;
}
char *dcgettext(const char *domain, const char *text, int category) {
    (void)domain, (void)category;
    return (char *)text;
}
