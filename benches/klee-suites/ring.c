/* klee: */
#include "../../crates/klew/tests/programs-suites/c/ring.c"
