/* The functions that programs written for KLEE call, so that they can be checked with klew unchanged.
 *
 * Only what they mean is shared with KLEE. Functions about KLEE's own search and output are accepted
 * and do nothing. */
#ifndef KLEW_KLEE_H
#define KLEW_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define KLEW_NO_RETURN __attribute__((noreturn))
#else
#define KLEW_NO_RETURN
#endif

/* Makes `size` bytes from `address` new inputs, called `name` in results. */
void klee_make_symbolic(void *address, size_t size, const char *name);

/* Only runs in which the condition is not 0 are considered from here on. */
void klee_assume(uintptr_t condition);

/* A new input from `begin` up to, not including, `end`. */
int klee_range(int begin, int end, const char *name);

/* A new input. */
int klee_int(const char *name);

/* A new input below `limit`. */
uintptr_t klee_choose(uintptr_t limit);

/* Must hold, whatever NDEBUG says. */
KLEW_NO_RETURN void klee_assert_fail(const char *text, const char *file, unsigned line,
                                     const char *function);
#define klee_assert(condition) \
    ((condition) ? (void)0 : klee_assert_fail(#condition, __FILE__, __LINE__, __func__))

/* Ends the run; nothing is reported. */
KLEW_NO_RETURN void klee_silent_exit(int status);
KLEW_NO_RETURN void klee_abort(void);

/* Reports the run as an error. */
KLEW_NO_RETURN void klee_report_error(const char *file, int line, const char *message,
                                      const char *suffix);

/* Reports if these bytes are not accessible. */
void klee_check_memory_access(const void *address, size_t size);

/* The value of errno. */
int klee_get_errno(void);

/* Bytes of the object that the pointer points into. */
size_t klee_get_obj_size(void *address);

/* 0: to klew every value is one that a run of the program has. */
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);

/* Wishes about the inputs that are shown. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* Messages. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);

/* Merging and forking. */
void klee_open_merge(void);
void klee_close_merge(void);
void klee_merge(void);
void klee_set_forking(unsigned enable);
void klee_mark_global(void *object);

/* A value of the run for an expression. */
float klee_get_valuef(float expression);
double klee_get_valued(double expression);
long klee_get_valuel(long expression);
long long klee_get_valuell(long long expression);
int32_t klee_get_value_i32(int32_t expression);
int64_t klee_get_value_i64(int64_t expression);

/* Not done by klew: reported when a run comes to them. */
void klee_define_fixed_object(void *address, size_t size);
void klee_alias_function(const char *name, const char *other);

#undef KLEW_NO_RETURN
#ifdef __cplusplus
}
#endif

#endif
