/* Files that the program reads: standard input and others whose contents are inputs (--sym-stdin,
 * --sym-file). Without these options what is read is arbitrary. And descriptors, by which they are read. */
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

struct open_pipe;

/* What one opening of a file made; several descriptors may refer to it. */
struct open_file {
    /* 0 if what is read is arbitrary. */
    const struct input_file *file;
    size_t at;
    /* Which of the files that were named it is; 0 for standard input and what has no name. */
    int number;
    struct open_pipe *pipe;
    /* As for `open`. */
    int flags;
    /* How many descriptors refer to it. */
    int users;
    /* Whether it is a terminal: 0 if that was not asked yet, 1 if it is, 2 if not. */
    char terminal;
    /* Whether something was written, of which an error may only be known when it is closed. */
    char written;
    /* Whether `fstat` was asked about it. */
    char described;
    /* Whether a stream read from it, which reads ahead. */
    char read_ahead;
    /* Whether it is one of the three that were open at the start; how else these may be used, nobody knows. */
    char standard;
};

/* How a file is opened; the values of Linux. */
enum {
    OPEN_READ = 0,
    OPEN_WRITE = 1,
    OPEN_BOTH = 2,
    OPEN_ACCESS = 3,
    OPEN_CREATE = 0100,
    OPEN_NEW = 0200,
    OPEN_EMPTIED = 01000,
    OPEN_APPEND = 02000,
    OPEN_CLOSE_ON_EXEC = 02000000,
};

/* What a descriptor reads; 0 if that is arbitrary. */
struct open_file *klew_open_file(int descriptor);
/* What a descriptor refers to; 0 and EBADF if it is not open. */
struct open_file *klew_description(int descriptor);
/* The same for an access, which it must be open for; what nobody knows is allowed. */
struct open_file *klew_readable(int descriptor);
struct open_file *klew_writable(int descriptor);
/* The lowest descriptor that is free, for that file. */
int klew_new_descriptor(const struct input_file *file, int flags);
/* Makes a descriptor refer to what another refers to, which is closed. */
void klew_move_descriptor(int from, int to);
/* 0, or -1 and EBADF. */
int klew_close(int descriptor);
/* The number of bytes, or -1. */
long klew_read_pipe(struct open_file *open, unsigned char *bytes, size_t size);
long klew_write_pipe(struct open_file *open, const unsigned char *bytes, size_t size);
/* 1, or 0 and ENOTTY. */
int klew_is_terminal(struct open_file *open);

/* A new descriptor that reads an input file; -1 if there is none of that name. */
int klew_open_input(const char *path, int flags);
/* Standard input, where it is an input file. */
const struct input_file *klew_standard_input(void);
/* Whether files of other names than the input files' may exist. */
int klew_other_files_exist(void);
/* The program writes a file of that name. */
void klew_create_file(const char *path);
/* A file that may be there is opened: its name becomes an input, bound to what it is, so that a finding tells it. Gives its
 * number; 0 if it is not to be read. From what these inputs are called klew-report's standard_input.rs knows which file
 * has which bytes: change both. */
int klew_name_file(const char *path, int flags);
/* What is read next and arbitrary comes from there. */
void klew_reads_from(const struct open_file *open);
/* The number of bytes that were read. */
size_t klew_read_file(struct open_file *open, void *bytes, size_t size);

#endif
