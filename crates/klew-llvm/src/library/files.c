/* Descriptors of input files. */
#include "input_file.h"

struct input_file klew_input_files[1];

enum { DESCRIPTORS = 256 };

static struct open_file open_files[DESCRIPTORS];
static int descriptors = 3;
static int others_exist;

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_opening_of_more_than_253_files(void);
void klew_unsupported_writing_to_an_input_file(void);

int klew_new_descriptor(void) {
    if (descriptors == DESCRIPTORS) {
        klew_unsupported_opening_of_more_than_253_files();
        return -1;
    }
    return descriptors++;
}

struct open_file *klew_open_file(int descriptor) {
    const struct input_file *file = klew_input_files;
    if (file->bytes == 0 || ((unsigned)descriptor >= DESCRIPTORS))
        return 0;
    if (descriptor == 0 && open_files[0].file == 0) {
        while (file->bytes != 0 && file->name != 0)
            file++;
        open_files[0].file = file->bytes == 0 ? 0 : file;
    }
    struct open_file *open = &open_files[descriptor];
    return open->file == 0 ? 0 : open;
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

int klew_open_input(const char *path) {
    const struct input_file *file = named(path);
    if (file == 0)
        return -1;
    int descriptor = klew_new_descriptor();
    if (descriptor >= 0)
        open_files[descriptor].file = file;
    return descriptor;
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

size_t klew_read_file(struct open_file *open, void *bytes, size_t size) {
    size_t left = open->at < open->file->size ? open->file->size - open->at : 0;
    size_t count = size < left ? size : left;
    __builtin_memcpy(bytes, open->file->bytes + open->at, count);
    open->at += count;
    return count;
}
