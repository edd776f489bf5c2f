/* locale.h: the surroundings have the C locale. Whether there are others, is not known, and what they do is unsupported. */
#include "model.h"

static char name[] = "C";

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_locale_other_than_C(void);

enum { CATEGORIES = 13 };

char *setlocale(int category, const char *wanted) {
    if ((unsigned)category >= CATEGORIES) {
        *__errno_location() = MODEL_EINVAL;
        return 0;
    }
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
    if (posix[i] == wanted[i])
        return name;
    if (klew_bool("there is such a locale"))
        klew_unsupported_locale_other_than_C();
    return 0;
}

static char empty[] = "", point[] = ".";

/* Numbers that are not there are CHAR_MAX. */
struct conventions {
    char *texts[10];
    char numbers[14];
};

struct conventions *localeconv(void) {
    static struct conventions conventions;
    for (int i = 0; i < 10; i++)
        conventions.texts[i] = i == 0 ? point : empty;
    for (int i = 0; i < 14; i++)
        conventions.numbers[i] = CHAR_MAX;
    return &conventions;
}

size_t __ctype_get_mb_cur_max(void) { return 1; }

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
