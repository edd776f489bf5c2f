/* klee: */
#include "../../crates/klew/tests/programs-suites/c/dates.c"
#include <klee/klee.h>

int main(void)
{
    struct date date;
    int year, month, day;
    klee_make_symbolic(&date, sizeof date, "date");
    klee_make_symbolic(&year, sizeof year, "year");
    klee_make_symbolic(&month, sizeof month, "month");
    klee_make_symbolic(&day, sizeof day, "day");
    switch (klee_range(0, 3, "which")) {
    case 0: next_day(&date); break;
    case 1: next_day(0); break;
    default: day_of_week(year, month, day);
    }
    return 0;
}
