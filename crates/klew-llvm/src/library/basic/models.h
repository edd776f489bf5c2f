/* What klew's models of the C library share. They are compiled without any header of the system, so
   that they are the same everywhere; types come from the compiler. */
#ifndef KLEW_MODELS_H
#define KLEW_MODELS_H

typedef __SIZE_TYPE__ size_t;
typedef __builtin_va_list va_list;
typedef unsigned char byte;
#define NULL ((void *)0)
#define va_start __builtin_va_start
#define va_arg __builtin_va_arg
#define va_end __builtin_va_end
#define va_copy __builtin_va_copy

/* Built into klew. */
void *malloc(size_t size);
void free(void *pointer);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
void klew_assume(int condition);
int klew_int(const char *name);
long klew_long(const char *name);
unsigned char klew_uchar(const char *name);
void klew_input_bytes(void *to, size_t size, const char *name);
/* Any value, and not an input of the program. */
int klew_arbitrary_int(void);
long klew_arbitrary_long(void);
/* The run cannot be followed further; what, is a literal. */
_Noreturn void klew_unsupported(const char *what);

/* errno.h, the values of Linux */
#define EINVAL 22
#define ERANGE 34
int *__errno_location(void);

#define INT_MAX 0x7fffffff
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1LL)

size_t strlen(const char *text);
int isspace(int c);

#endif
