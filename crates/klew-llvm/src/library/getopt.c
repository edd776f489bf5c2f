/* getopt.h, as glibc does it: arguments that are no options move to the end. Messages are not printed. */
#include "model.h"

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

enum { NO_ARGUMENT, REQUIRED_ARGUMENT, OPTIONAL_ARGUMENT };
enum { IN_ORDER = '-', UP_TO_FIRST = '+' };

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/* The rest of an argument with several options; the arguments that were skipped. */
static char *rest;
static int started, first_skipped, last_skipped;
/* Whether POSIXLY_CORRECT was given when it started: options end at the first argument that is none. What is not
 * given is taken not to be there, which the result says. */
static int in_posix_order;

int klew_variable_is_given(const char *name);

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_W_in_the_options_of_getopt(void);

INTERNAL int is_text(const char *s) { return s[0] != '-' || s[1] == 0; }

INTERNAL const char *find(const char *options, char c) {
    for (; *options != 0; options++)
        if (*options == c)
            return options;
    return 0;
}

INTERNAL int missing(const char *options) { return options[0] == ':' ? ':' : '?'; }

/* Moves the skipped arguments behind the options that came after them. */
INTERNAL void move_skipped(char **arguments) {
    int moved = optind - last_skipped;
    for (int i = 0; i < moved; i++) {
        char *option = arguments[last_skipped + i];
        for (int j = last_skipped + i; j > first_skipped + i; j--)
            arguments[j] = arguments[j - 1];
        arguments[first_skipped + i] = option;
    }
    first_skipped += moved;
    last_skipped = optind;
}

/* Whether the name starts with these characters: 2 if it is all of them. */
INTERNAL int matches(const char *name, const char *given, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (name[i] != given[i])
            return 0;
    return name[size] == 0 ? 2 : 1;
}

/* The long option of that name or its beginning; 0 if there is none or several different ones. */
INTERNAL const struct option *find_long(const struct option *list, size_t size, int alone,
                                        int *ambiguous) {
    const struct option *found = 0;
    for (const struct option *option = list; option->name != 0; option++) {
        int match = matches(option->name, rest, size);
        if (match == 2) {
            *ambiguous = 0;
            return option;
        }
        if (match == 0)
            continue;
        if (found == 0)
            found = option;
        else if (alone || found->has_arg != option->has_arg || found->flag != option->flag ||
                 found->val != option->val)
            *ambiguous = 1;
    }
    return *ambiguous ? 0 : found;
}

/* -1 if it is no long option after all. */
INTERNAL int read_long(int count, char **arguments, const char *options, const struct option *list,
                       int *index, int alone, int dashes) {
    size_t size = 0;
    int ambiguous = 0;
    while (rest[size] != 0 && rest[size] != '=')
        size++;
    const struct option *option = find_long(list, size, alone, &ambiguous);
    if (option == 0 && !ambiguous && alone && dashes == 1 && find(options, *rest) != 0)
        return -1;
    char *value = rest[size] == '=' ? rest + size + 1 : 0;
    rest = 0;
    optind++;
    if (option == 0) {
        optopt = 0;
        return '?';
    }
    if (value != 0) {
        if (option->has_arg == NO_ARGUMENT) {
            optopt = option->val;
            return '?';
        }
        optarg = value;
    } else if (option->has_arg == REQUIRED_ARGUMENT) {
        if (optind >= count) {
            optopt = option->val;
            return missing(options);
        }
        optarg = arguments[optind++];
    }
    if (index != 0)
        *index = (int)(option - list);
    if (option->flag != 0) {
        *option->flag = option->val;
        return 0;
    }
    return option->val;
}

INTERNAL int read_short(int count, char **arguments, const char *options) {
    char c = *rest++;
    const char *found = find(options, c);
    if (*rest == 0)
        optind++;
    if (found == 0 || (c == ':') | (c == ';')) {
        optopt = c;
        return '?';
    }
    if (c == 'W' && found[1] == ';')
        klew_unsupported_W_in_the_options_of_getopt();
    if (found[1] != ':')
        return c;
    int result = c;
    if (*rest != 0) {
        optarg = rest;
        optind++;
    } else if (found[2] != ':') {
        if (optind == count) {
            optopt = c;
            result = missing(options);
        } else {
            optarg = arguments[optind++];
        }
    }
    rest = 0;
    return result;
}

/* Goes on to the next argument with options; -1 at the end, 1 at a text that counts as an option. */
INTERNAL int next_argument(int count, char **arguments, int order) {
    if (last_skipped > optind)
        last_skipped = optind;
    if (first_skipped > optind)
        first_skipped = optind;
    int permutes = (order != IN_ORDER) & (order != UP_TO_FIRST);
    if (permutes) {
        if (first_skipped != last_skipped && last_skipped != optind)
            move_skipped(arguments);
        else if (last_skipped != optind)
            first_skipped = optind;
        while (optind < count && is_text(arguments[optind]))
            optind++;
        last_skipped = optind;
    }
    if (optind < count && arguments[optind][0] == '-' && arguments[optind][1] == '-' &&
        arguments[optind][2] == 0) {
        optind++;
        if (first_skipped != last_skipped && last_skipped != optind)
            move_skipped(arguments);
        else if (first_skipped == last_skipped)
            first_skipped = optind;
        last_skipped = count;
        optind = count;
    }
    if (optind >= count) {
        if (first_skipped != last_skipped)
            optind = first_skipped;
        return -1;
    }
    if (!is_text(arguments[optind]))
        return 0;
    if (order == UP_TO_FIRST)
        return -1;
    optarg = arguments[optind++];
    return 1;
}

INTERNAL int next_option(int count, char **arguments, const char *options,
                         const struct option *list, int *index, int alone) {
    if (count < 1)
        return -1;
    optarg = 0;
    if (optind == 0 || !started) {
        optind += optind == 0;
        first_skipped = last_skipped = optind;
        rest = 0;
        started = 1;
        in_posix_order = klew_variable_is_given("POSIXLY_CORRECT");
    }
    int order = options[0];
    if ((order == IN_ORDER) | (order == UP_TO_FIRST))
        options++;
    else if (in_posix_order)
        order = UP_TO_FIRST;
    if (rest == 0 || *rest == 0) {
        int result = next_argument(count, arguments, order);
        if (result != 0)
            return result;
        char *argument = arguments[optind];
        int dashes = argument[1] == '-' ? 2 : 1;
        if (list != 0 && (dashes == 2 || (alone && (argument[2] != 0 || find(options, argument[1]) == 0)))) {
            rest = argument + dashes;
            result = read_long(count, arguments, options, list, index, alone, dashes);
            if (result != -1)
                return result;
        }
        rest = argument + 1;
    }
    return read_short(count, arguments, options);
}

int getopt(int count, char *const *arguments, const char *options) {
    return next_option(count, (char **)arguments, options, 0, 0, 0);
}
int getopt_long(int count, char *const *arguments, const char *options, const struct option *list,
                int *index) {
    return next_option(count, (char **)arguments, options, list, index, 0);
}
int getopt_long_only(int count, char *const *arguments, const char *options,
                     const struct option *list, int *index) {
    return next_option(count, (char **)arguments, options, list, index, 1);
}
