/* A program with a few options; check it with --sym-args 0 2 4. */
#include <klew.h>
#include <argtable2.h>

int main(int argc, char **argv)
{
    struct arg_lit *verbose = arg_lit0("v", "verbose", "say more");
    struct arg_int *count = arg_int0("n", "count", "N", "how often");
    struct arg_str *name = arg_strn("s", 0, "TEXT", 0, 2, "names");
    struct arg_end *end = arg_end(4);
    void *table[] = {verbose, count, name, end};
    if (arg_nullcheck(table) == 0) {
        int errors = arg_parse(argc, argv, table);
        if (errors == 0 && count->count > 0)
            klew_assert(count->count == 1);
    }
    arg_freetable(table, 4);
    return 0;
}
