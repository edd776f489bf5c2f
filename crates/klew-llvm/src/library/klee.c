/* klee/klee.h: errno, and a value of the run for an expression: every run of klew stands for all values that its
 * conditions allow, so the expression is its own value. */
#include "model.h"

int klee_get_errno(void) { return *__errno_location(); }

float klee_get_valuef(float expression) { return expression; }
double klee_get_valued(double expression) { return expression; }
long klee_get_valuel(long expression) { return expression; }
long long klee_get_valuell(long long expression) { return expression; }
int32_t klee_get_value_i32(int32_t expression) { return expression; }
int64_t klee_get_value_i64(int64_t expression) { return expression; }
