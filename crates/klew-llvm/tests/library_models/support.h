/* Shared by the comparisons of the models with the C library of the machine. The models are linked
 * under their names with `model_` before. */
#ifndef SUPPORT_H
#define SUPPORT_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Declares the model of a function of the C library, with its type. */
#define MODEL(name) extern __typeof__(name) model_##name

#define CHECK(condition, ...)                                          \
    do {                                                               \
        checks++;                                                      \
        if (!(condition)) {                                            \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition);     \
            printf(__VA_ARGS__);                                       \
            printf("\n");                                              \
            if (++failures > 20)                                       \
                exit(1);                                               \
        }                                                              \
    } while (0)

extern long checks, failures;

int *model___errno_location(void);

/* A copy whose last byte is the last before memory that must not be touched; one for each slot. */
enum { SLOTS = 4 };
void *guarded(int slot, const void *bytes, size_t size);
char *text(int slot, const char *s);

/* All strings of up to that length over an alphabet. */
struct strings {
    int count;
    char all[2048][8];
};
const struct strings *strings_over(const char *alphabet, int length);

static inline int sign(int value) { return (value > 0) - (value < 0); }

/* What the next inputs are, and that none was asked for. */
extern double expected_input;
extern long inputs;

void compare_strings(void);
void compare_tokens(void);
void compare_numbers(void);
void compare_characters(void);
void compare_formats(void);
void compare_scans(void);
void compare_options(void);
void compare_streams(void);
void compare_addresses(void);
void compare_times(void);
void compare_functions(void);
void compare_paths(void);

#endif
