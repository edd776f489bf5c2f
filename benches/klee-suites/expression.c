/* klee: --sym-stdin 5 */
#include "../../crates/klew/tests/programs-suites/c/expression.c"
