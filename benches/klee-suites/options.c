/* klee: --sym-args 0 3 2 */
#include "../../crates/klew/tests/programs-suites/c/options.c"
