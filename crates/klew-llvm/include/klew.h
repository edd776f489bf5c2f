/* What a C program says to klew: inputs, assumptions, assertions. `klew check` finds this file by itself.
 *
 *     int n = klew_int("n");               an input of type int, called n in results
 *     int k = klew_range(0, 10, "k");      an int from 0 to 9
 *     klew_input_bytes(&x, sizeof x, "x"); every byte of x becomes input
 *     klew_assume(n > 0);                  only runs in which this holds are considered
 *     klew_assert(n < 10);                 must hold; klew looks for an input that breaks it
 *
 * The functions have no definition: klew knows them, and the tests that it writes define them.
 * Names are what results call the input; they must be string literals. */
#ifndef KLEW_H
#define KLEW_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#define KLEW_BOOL bool
#else
#define KLEW_BOOL _Bool
#endif

/* A new input: any value of the type. */
KLEW_BOOL klew_bool(const char *name);
char klew_char(const char *name);
signed char klew_schar(const char *name);
unsigned char klew_uchar(const char *name);
short klew_short(const char *name);
unsigned short klew_ushort(const char *name);
int klew_int(const char *name);
unsigned int klew_uint(const char *name);
long klew_long(const char *name);
unsigned long klew_ulong(const char *name);
long long klew_llong(const char *name);
unsigned long long klew_ullong(const char *name);
size_t klew_size(const char *name);
float klew_float(const char *name);
double klew_double(const char *name);
long double klew_ldouble(const char *name);
void *klew_pointer(const char *name);
#ifdef __SIZEOF_INT128__
__int128 klew_int128(const char *name);
unsigned __int128 klew_uint128(const char *name);
#endif

/* A new input: any integer from `low` up to, not including, `high`. */
int klew_range(int low, int high, const char *name);

/* Each of these bytes becomes a new input. They must be writable. */
void klew_input_bytes(void *bytes, size_t size, const char *name);

/* Only runs in which the condition holds are considered from here on. */
void klew_assume(KLEW_BOOL condition);

/* The condition must hold; klew reports runs in which it does not. */
void klew_assert(KLEW_BOOL condition);

/* No run may come here. */
#if defined(__GNUC__)
__attribute__((noreturn))
#endif
void klew_unreachable(void);

#undef KLEW_BOOL
#ifdef __cplusplus
}
#endif

#endif
