#include "support.h"

#include <sys/mman.h>
#include <unistd.h>

long checks, failures, inputs;
double expected_input;

void *guarded(int slot, const void *bytes, size_t size) {
    static char *regions[SLOTS];
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (regions[slot] == 0) {
        regions[slot] = mmap(0, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (regions[slot] == MAP_FAILED || mprotect(regions[slot] + page, page, PROT_NONE) != 0)
            abort();
    }
    char *place = regions[slot] + page - size;
    memset(regions[slot], '~', page);
    memcpy(place, bytes, size);
    return place;
}

char *text(int slot, const char *s) { return guarded(slot, s, strlen(s) + 1); }

const struct strings *strings_over(const char *alphabet, int length) {
    static struct strings strings;
    int letters = (int)strlen(alphabet), first = 0;
    strings.count = 1;
    strings.all[0][0] = 0;
    for (int size = 0; size < length; size++) {
        int last = strings.count;
        for (int i = first; i < last; i++)
            for (int letter = 0; letter < letters; letter++) {
                char *s = strings.all[strings.count++];
                strcpy(s, strings.all[i]);
                s[size] = alphabet[letter];
                s[size + 1] = 0;
            }
        first = last;
    }
    return &strings;
}

/* What klew does itself. Inputs of numbers are what the comparison expects, so that assumptions about
 * them must hold; digits are the lowest that may be. */
double klew_double(const char *name) {
    (void)name;
    inputs++;
    return expected_input;
}
float klew_float(const char *name) { return (float)klew_double(name); }
int klew_range(int low, int high, const char *name) {
    (void)name, (void)high;
    inputs++;
    return low;
}
/* Proofs about texts of any length are for klew. */
size_t klew_text_end(const char *text) {
    (void)text;
    return SIZE_MAX;
}

/* Now yes, now no: both must come to the same. */
_Bool klew_is_known(int value) {
    static unsigned state = 1;
    (void)value;
    state = state * 1103515245 + 12345;
    return (state >> 16) % 4 != 0;
}

_Bool klew_bool(const char *name) {
    (void)name;
    inputs++;
    return 0;
}
void klew_assume(_Bool condition) { CHECK(condition, "an assumption excludes the right result"); }

#define NOT_EXPECTED(name) \
    void name(void) { CHECK(0, "%s was called", #name); }
NOT_EXPECTED(klew_unsupported_directive_of_printf_or_scanf)
NOT_EXPECTED(klew_unsupported_long_double_text)
NOT_EXPECTED(klew_unsupported_opening_of_more_than_32_streams)
NOT_EXPECTED(klew_unsupported_opening_of_more_than_253_files)
NOT_EXPECTED(klew_unsupported_registration_of_more_than_64_functions_for_exit)
NOT_EXPECTED(klew_unsupported_writing_to_an_input_file)
NOT_EXPECTED(klew_unsupported_use_of_a_closed_stream)
NOT_EXPECTED(klew_unsupported_use_of_a_descriptor_whose_stream_read_ahead)
NOT_EXPECTED(klew_unsupported_streams_of_one_file_of_which_one_read_ahead)
NOT_EXPECTED(klew_unsupported_streams_of_pipes)
NOT_EXPECTED(klew_unsupported_output_to_a_closed_descriptor)
NOT_EXPECTED(klew_unsupported_opening_of_more_than_16_pipes)
NOT_EXPECTED(klew_unsupported_command_of_fcntl)
NOT_EXPECTED(klew_unsupported_waiting_for_a_pipe)
NOT_EXPECTED(klew_unsupported_writing_to_a_pipe_that_nobody_reads)
NOT_EXPECTED(klew_unsupported_text_of_an_address_of_IPv6)
NOT_EXPECTED(klew_unsupported_scanf_after_ungetc)
NOT_EXPECTED(klew_unsupported_W_in_the_options_of_getopt)
NOT_EXPECTED(klew_unsupported_asctime_of_no_date)
NOT_EXPECTED(klew_unsupported_change_of_the_folder_where_input_files_are)
NOT_EXPECTED(klew_unsupported_change_of_the_name_of_an_input_file)
NOT_EXPECTED(klew_unsupported_directive_of_strftime)
NOT_EXPECTED(klew_unsupported_opening_of_more_than_32_folders)
NOT_EXPECTED(klew_unsupported_places_in_folders)
NOT_EXPECTED(klew_unsupported_request_of_ioctl)
NOT_EXPECTED(klew_unsupported_signals_that_are_handled_with_information)
NOT_EXPECTED(klew_unsupported_signals_that_are_sent_after_some_were_blocked)
NOT_EXPECTED(klew_unsupported_signals_that_come_at_any_time)
NOT_EXPECTED(klew_unsupported_signals_that_stop_the_process)
NOT_EXPECTED(klew_unsupported_strftime_of_no_date)
NOT_EXPECTED(klew_unsupported_use_of_a_closed_folder)
NOT_EXPECTED(klew_bound_environment_variables)
NOT_EXPECTED(klew_bound_writing_the_rest_of_what_was_written_in_part)
NOT_EXPECTED(klew_unsupported_change_of_the_environment_beside_environ)
NOT_EXPECTED(klew_unsupported_environment_variable_with_a_name_of_more_than_63_characters)
NOT_EXPECTED(klew_unsupported_reading_of_more_environment_variables)
NOT_EXPECTED(klew_unsupported_setting_of_more_than_64_environment_variables)
NOT_EXPECTED(klew_unsupported_second_ungetc)
NOT_EXPECTED(klew_unsupported_locale_other_than_C)
NOT_EXPECTED(klew_int)
NOT_EXPECTED(klee_silent_exit)
NOT_EXPECTED(klew_uint)
NOT_EXPECTED(klew_long)
NOT_EXPECTED(klew_llong)
NOT_EXPECTED(klew_ullong)
NOT_EXPECTED(klew_size)
NOT_EXPECTED(klew_char)
NOT_EXPECTED(klew_schar)
NOT_EXPECTED(klew_short)
long double klew_ldouble(const char *name) { return klew_double(name); }
NOT_EXPECTED(klew_input_bytes)
NOT_EXPECTED(klew_input_some)

_Bool klew_asks_for_unwritten(void) { return 1; }

void klee_check_memory_access(const volatile char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        bytes[i];
}

int main(void) {
    setvbuf(stdout, 0, _IONBF, 0);
    compare_strings();
    compare_tokens();
    compare_numbers();
    compare_characters();
    compare_formats();
    compare_scans();
    compare_options();
    compare_streams();
    compare_addresses();
    compare_times();
    compare_functions();
    compare_paths();
    printf("%ld checks, %ld failures\n", checks, failures);
    return failures != 0;
}
