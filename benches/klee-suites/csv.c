/* klee: --sym-stdin 8 */
#include "../../crates/klew/tests/programs-suites/c/csv.c"
