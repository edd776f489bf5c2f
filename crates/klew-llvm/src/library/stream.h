/* Streams. Input is arbitrary: any byte, or the end, after which the end comes again. */
#ifndef KLEW_STREAM_H
#define KLEW_STREAM_H

#include "model.h"

struct open_file;

/* What programs know as FILE. */
struct _IO_FILE {
    int descriptor;
    int open;
    /* As for `open`. */
    int flags;
    /* What it has read from, and may have read ahead. */
    const struct open_file *read_from;
    int ended;
    /* The last line may have ended the input; whether it did is decided when the program asks. It did not if it has a newline. */
    int line_may_end;
    int line_has_newline;
    /* Whether a zero in the last line, if there is one and no newline, is the end of the input; else it is a byte of it. */
    int zero_is_end;
    int failed;
    int has_pushed;
    int pushed;
    /* It is no standard stream: the C library frees it as it is closed. */
    int is_freed;
    /* Freed memory, once that was done. */
    const char *freed;
};
typedef struct _IO_FILE FILE;

extern FILE *stdin, *stdout, *stderr;

enum { END_OF_FILE = -1 };

/* The next byte, or END_OF_FILE. */
int klew_read_byte(FILE *stream);
/* Notes the end of input that is arbitrary, or an error that looks like it. */
void klew_stop_reading(FILE *stream);

/* If it is not 0, only runs are followed in which all that is read and arbitrary has so many bytes (what `scanf` converts counts
 * as short, and may be less): the engine sets it to look at short inputs besides. The inputs of a run are the same ones. */
extern unsigned klew_short_input;
/* How many bytes come before the end. */
size_t klew_input_left(void);
/* So many were read. */
void klew_count_input(size_t bytes);

/* Whether it may be read or written; else notes the error. */
int klew_may_read(FILE *stream);
int klew_may_write(FILE *stream);

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_use_of_a_closed_stream(void);

/* Reading this finds pointers that are no streams. A closed one is freed memory, but for standard streams, which stay there. */
INTERNAL void must_be_open(const FILE *stream) {
    if (stream->open)
        return;
    if (stream->freed == 0 || *stream->freed == 0)
        klew_unsupported_use_of_a_closed_stream();
}

INTERNAL int not_negative(int count) {
    klew_assume(count >= 0);
    return count;
}

/* The number of bytes that were written, not known: NAME says who does not know it. Not a function, as names have to be constants. */
#define COUNT_WRITTEN(NAME) not_negative(klew_int(NAME))

#endif
