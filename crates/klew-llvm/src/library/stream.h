/* Streams. Input is arbitrary: any byte, or the end, after which the end comes again. */
#ifndef KLEW_STREAM_H
#define KLEW_STREAM_H

#include "model.h"

/* What programs know as FILE. */
struct _IO_FILE {
    int descriptor;
    int open;
    int ended;
    int failed;
    int has_pushed;
    int pushed;
};
typedef struct _IO_FILE FILE;

extern FILE *stdin, *stdout, *stderr;

enum { END_OF_FILE = -1 };

/* The next byte, or END_OF_FILE. */
int klew_read_byte(FILE *stream);
/* Notes the end of input that is arbitrary, or an error that looks like it. */
void klew_stop_reading(FILE *stream);

/* Reading this finds pointers that are no streams. */
INTERNAL int is_open(const FILE *stream) { return stream->open; }

/* The number of bytes that were written, not known. */
INTERNAL int count_written(const char *name) {
    int count = klew_int(name);
    klew_assume(count >= 0);
    return count;
}

#endif
