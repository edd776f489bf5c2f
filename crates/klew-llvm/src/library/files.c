/* Which files there are. */
#include "input_file.h"

struct input_file klew_input_files[1];

static int others_exist;

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_writing_to_an_input_file(void);

const struct input_file *klew_standard_input(void) {
    const struct input_file *file = klew_input_files;
    while (file->bytes != 0 && file->name != 0)
        file++;
    return file->bytes == 0 ? 0 : file;
}

INTERNAL int same_text(const char *a, const char *b) {
    for (; *a == *b; a++, b++)
        if (*a == 0)
            return 1;
    return 0;
}

INTERNAL const struct input_file *named(const char *path) {
    const struct input_file *file = klew_input_files;
    for (; file->bytes != 0; file++)
        if (file->name != 0 && same_text(file->name, path))
            return file;
    return 0;
}

int klew_open_input(const char *path, int flags) {
    const struct input_file *file = named(path);
    return file == 0 ? -1 : klew_new_descriptor(file, flags);
}

/* Only standard input is known, or a file was written. */
int klew_other_files_exist(void) {
    return others_exist | (klew_input_files[0].bytes == 0) | (klew_input_files[0].name == 0);
}

void klew_create_file(const char *path) {
    if (named(path) != 0)
        klew_unsupported_writing_to_an_input_file();
    others_exist = 1;
}

enum { LONGEST_PATH = 256 };

static char path_copy[LONGEST_PATH];
static int named_files, last_read;

int klew_name_file(const char *path, int flags) {
    size_t length = length_of(path);
    if ((flags & OPEN_ACCESS) == OPEN_WRITE || length == 0 || length >= LONGEST_PATH)
        return 0;
    klew_input_bytes(path_copy, length, "file");
    for (size_t i = 0; i < length; i++)
        klew_assume(path_copy[i] == path[i]);
    return ++named_files;
}

void klew_reads_from(const struct open_file *open) {
    if (open->number == last_read)
        return;
    last_read = open->number;
    klew_range(last_read, last_read + 1, "reads from file");
}

size_t klew_read_file(struct open_file *open, void *bytes, size_t size) {
    size_t left = open->at < open->file->size ? open->file->size - open->at : 0;
    size_t count = size < left ? size : left;
    __builtin_memcpy(bytes, open->file->bytes + open->at, count);
    open->at += count;
    return count;
}
