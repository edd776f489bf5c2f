/* Input files: scanf, fgets, fread and their like on standard input do the same as glibc's on a file. */
#include "support.h"

#include <unistd.h>

struct input_file {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};
struct open_file {
    const struct input_file *file;
    size_t at;
};
extern struct input_file model_klew_input_files[];
struct open_file *model_klew_open_file(int descriptor);

/* The model's streams are other objects than glibc's. */
extern FILE *model_stdin;
MODEL(fscanf);
MODEL(fgets);
MODEL(fgetc);
MODEL(ungetc);
MODEL(fread);
MODEL(feof);
MODEL(clearerr);

static void begin(FILE *right, const char *bytes, size_t size) {
    model_klew_input_files[0] = (struct input_file){0, (const unsigned char *)bytes, size};
    model_klew_open_file(0)->at = 0;
    model_clearerr(model_stdin);
    rewind(right);
    if (ftruncate(fileno(right), 0) != 0 || fwrite(bytes, 1, size, right) != size)
        abort();
    rewind(right);
}

static void check_end(FILE *right, const char *what, const char *bytes) {
    int left_eof = model_feof(model_stdin), right_eof = feof(right);
    CHECK(left_eof == right_eof, "%s of '%s': end %d and %d", what, bytes, left_eof, right_eof);
    int a = model_fgetc(model_stdin), b = fgetc(right);
    CHECK(a == b, "%s of '%s': then %d and %d", what, bytes, a, b);
}

static void compare_one(FILE *right, const char *bytes, size_t size) {
    static const char *const formats[] = {"%d%d", "%d %c", "%s%d", "%2s%n", "%[1-]%c", "%*d%1d", "1%x", " %c%c"};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char left[2][8] = {{0}}, other[2][8] = {{0}};
        begin(right, bytes, size);
        int a = model_fscanf(model_stdin, formats[i], left[0], left[1]);
        int b = fscanf(right, formats[i], other[0], other[1]);
        CHECK(a == b, "%s of '%s': %d and %d", formats[i], bytes, a, b);
        CHECK(memcmp(left, other, sizeof left) == 0, "%s of '%s'", formats[i], bytes);
        check_end(right, formats[i], bytes);
    }
    for (int room = 1; room < 5; room++) {
        char left[8] = "~~~~~~~", other[8] = "~~~~~~~";
        begin(right, bytes, size);
        int a = model_fgets(left, room, model_stdin) != 0, b = fgets(other, room, right) != 0;
        CHECK(a == b && memcmp(left, other, sizeof left) == 0, "fgets %d of '%s'", room, bytes);
        check_end(right, "fgets", bytes);
        begin(right, bytes, size);
        size_t c = model_fread(left, 2, (size_t)room, model_stdin), d = fread(other, 2, (size_t)room, right);
        CHECK(c == d && memcmp(left, other, sizeof left) == 0, "fread %d of '%s'", room, bytes);
        check_end(right, "fread", bytes);
        begin(right, bytes, size);
        a = model_ungetc(model_fgetc(model_stdin), model_stdin);
        b = ungetc(fgetc(right), right);
        CHECK(a == b, "ungetc of '%s'", bytes);
        check_end(right, "ungetc", bytes);
    }
}

void compare_streams(void) {
    FILE *right = tmpfile();
    if (right == 0)
        abort();
    const struct strings *strings = strings_over("1- \nx", 4);
    for (int i = 0; i < strings->count; i++)
        compare_one(right, strings->all[i], strlen(strings->all[i]));
    compare_one(right, "1\0002 3", 5);
    compare_one(right, "\0a\0", 4);
    fclose(right);
}
