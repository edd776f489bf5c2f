/* klew.h: how a program asks klew for input. `klew check` finds it by itself.
 *
 *     int n = klew_int("n");               an input of type int, called n in results
 *     int k = klew_range(0, 10, "k");      an int from 0 to 9
 *     klew_input_bytes(&x, sizeof x, "x"); every byte of x becomes input
 *     klew_assume(n > 0);                  only runs in which this holds are considered
 *     klew_assert(n < 10);                 must hold; klew looks for an input that breaks it
 *     klew_unreachable();                  must not be reached
 */
#ifndef KLEW_H
#define KLEW_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

_Bool klew_bool(const char *name);
char klew_char(const char *name);
signed char klew_schar(const char *name);
unsigned char klew_uchar(const char *name);
short klew_short(const char *name);
unsigned short klew_ushort(const char *name);
int klew_int(const char *name);
unsigned klew_uint(const char *name);
long klew_long(const char *name);
unsigned long klew_ulong(const char *name);
long long klew_llong(const char *name);
unsigned long long klew_ullong(const char *name);
size_t klew_size(const char *name);
float klew_float(const char *name);
double klew_double(const char *name);
long double klew_ldouble(const char *name);

int klew_range(int from, int up_to, const char *name);
void klew_input_bytes(void *address, size_t size, const char *name);

void klew_assume(int condition);
void klew_assert(int condition);
void klew_unreachable(void) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
