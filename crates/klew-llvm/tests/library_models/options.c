/* getopt: the same options, arguments and order of what is left as glibc, step by step. */
#include "support.h"

#include <getopt.h>

MODEL(getopt);
MODEL(getopt_long);
MODEL(getopt_long_only);
extern char *model_optarg;
extern int model_optind, model_optopt;

enum { MOST = 4 };

static int model_flag, flag;
static const struct option left_list[] = {{"verbose", no_argument, 0, 'v'},
                                          {"version", optional_argument, &model_flag, 5},
                                          {"name", required_argument, 0, 'n'},
                                          {"x", no_argument, 0, 'x'},
                                          {0, 0, 0, 0}};
static const struct option right_list[] = {{"verbose", no_argument, 0, 'v'},
                                           {"version", optional_argument, &flag, 5},
                                           {"name", required_argument, 0, 'n'},
                                           {"x", no_argument, 0, 'x'},
                                           {0, 0, 0, 0}};

static const char *same(const char *s) { return s == 0 ? "" : s; }

/* Kind 0: getopt; 1: getopt_long; 2: getopt_long_only. */
static void compare(int kind, const char *options, int count, char **words) {
    char *left[MOST + 2] = {0}, *right[MOST + 2] = {0};
    memcpy(left, words, sizeof(char *) * (size_t)count);
    memcpy(right, words, sizeof(char *) * (size_t)count);
    model_optind = optind = 0;
    opterr = 0;
    for (int step = 0; step < 3 * MOST; step++) {
        int left_index = -1, right_index = -1, a, b;
        if (kind == 0) {
            a = model_getopt(count, left, options);
            b = getopt(count, right, options);
        } else if (kind == 1) {
            a = model_getopt_long(count, left, options, left_list, &left_index);
            b = getopt_long(count, right, options, right_list, &right_index);
        } else {
            a = model_getopt_long_only(count, left, options, left_list, &left_index);
            b = getopt_long_only(count, right, options, right_list, &right_index);
        }
        int equal = a == b && left_index == right_index && model_optind == optind &&
                    strcmp(same(model_optarg), same(optarg)) == 0 && model_flag == flag &&
                    memcmp(left, right, sizeof left) == 0 && (a != '?' || model_optopt == optopt);
        CHECK(equal, "kind %d, '%s', %s %s %s: %d and %d, %d and %d", kind, options, same(words[1]),
              same(words[2]), same(words[3]), a, b, model_optind, optind);
        if (a == -1 || !equal)
            break;
    }
}

void compare_options(void) {
    static char *words[] = {"-v",     "-n",        "-nv",   "-vn",    "text",      "-",     "--",   "-q",
                            "--name", "--name=ab", "--ver", "--verb", "--version=", "-x=1", "--no", "-verbose"};
    static const char *const options[] = {"vn:x", "+vn:", "-vn::x", ":n:v", "+:n:", ""};
    enum { WORDS = sizeof words / sizeof words[0] };
    for (int kind = 0; kind < 3; kind++)
        for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
            for (int number = 0; number < WORDS * WORDS * WORDS; number++) {
                char *given[MOST + 1] = {"program", words[number % WORDS], words[number / WORDS % WORDS],
                                         words[number / WORDS / WORDS]};
                compare(kind, options[i], 4, given);
                compare(kind, options[i], 3, (char *[]){given[0], given[1], given[2], 0});
            }
}
