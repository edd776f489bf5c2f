/* Files that the program reads: standard input and others whose contents are inputs (--sym-stdin,
 * --sym-file). Without these options what is read is arbitrary. */
#ifndef KLEW_INPUT_FILE_H
#define KLEW_INPUT_FILE_H

#include "model.h"

/* A byte 0, which is not part of it, stands behind the contents. */
struct input_file {
    /* 0: standard input. */
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

/* Ended by one without bytes. What starts the program has its own, if there are any. */
extern struct input_file klew_input_files[];

struct open_file {
    const struct input_file *file;
    size_t at;
};

/* What a descriptor reads; 0 if that is arbitrary. */
struct open_file *klew_open_file(int descriptor);
/* A new descriptor that reads an input file; -1 if there is none of that name. */
int klew_open_input(const char *path);
/* A new descriptor for something else. */
int klew_new_descriptor(void);
/* Whether files of other names than the input files' may exist. */
int klew_other_files_exist(void);
/* The program writes a file of that name. */
void klew_create_file(const char *path);
/* The number of bytes that were read. */
size_t klew_read_file(struct open_file *open, void *bytes, size_t size);

#endif
