/* stdio.h: streams, reading and writing bytes.
 *
 * Output succeeds. Input is that of input files (see input_file.h), exactly, and otherwise arbitrary. Then
 * input of the standard stream ends but does not fail; that of others may fail. Functions that read a block
 * make all of it arbitrary, also what lies behind the bytes that were read.
 *
 * From what these inputs are called klew-report's standard_input.rs knows which bytes of the stream they are: change
 * both. */
#include "input_file.h"
#include "stream.h"

static FILE input_stream = {.descriptor = 0, .open = 1, .flags = OPEN_READ};
static FILE output_stream = {.descriptor = 1, .open = 1, .flags = OPEN_WRITE};
static FILE error_stream = {.descriptor = 2, .open = 1, .flags = OPEN_WRITE};

FILE *stdin = &input_stream;
FILE *stdout = &output_stream;
FILE *stderr = &error_stream;

/* Streams are objects of their own, never reused, so that a program that forgets to close one is not
 * reported for the memory that they would take. */
enum { STREAMS = 32 };

static FILE opened[STREAMS];
static int opened_count;

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_opening_of_more_than_32_streams(void);
void klew_unsupported_streams_of_one_file_of_which_one_read_ahead(void);
void klew_unsupported_output_to_a_closed_descriptor(void);
void klew_unsupported_streams_of_pipes(void);
void klew_unsupported_second_ungetc(void);
void klew_unsupported_writing_to_an_input_file(void);

INTERNAL FILE *new_stream(int descriptor, int flags) {
    if (opened_count >= STREAMS) {
        klew_unsupported_opening_of_more_than_32_streams();
        return 0;
    }
    FILE *stream = &opened[opened_count++];
    stream->open = 1;
    stream->descriptor = descriptor;
    stream->flags = flags;
    stream->is_freed = 1;
    return stream;
}

INTERNAL void *fail(int error) {
    *__errno_location() = error;
    return 0;
}

INTERNAL int has(const char *text, char c) {
    int found = 0;
    for (; *text != 0; text++)
        found |= *text == c;
    return found;
}

/* As for `open`; -1 if there is no such mode. */
INTERNAL int flags_of(const char *mode) {
    int flags = mode[0] == 'r'   ? OPEN_READ
                : mode[0] == 'w' ? OPEN_WRITE | OPEN_CREATE | OPEN_EMPTIED
                : mode[0] == 'a' ? OPEN_WRITE | OPEN_CREATE | OPEN_APPEND
                                 : -1;
    if (flags < 0)
        return flags;
    if (has(mode, '+'))
        flags = (flags & ~OPEN_ACCESS) | OPEN_BOTH;
    return flags | has(mode, 'e') * OPEN_CLOSE_ON_EXEC | has(mode, 'x') * OPEN_NEW;
}

enum { ANY_FILE = -2 };

/* A descriptor, -1, or that it is not known whether there is such a file. */
INTERNAL int find_file(const char *path, int flags) {
    /* No file has an empty name (POSIX, pathname resolution). */
    if (path[0] == 0)
        return -1;
    if (flags & OPEN_CREATE) {
        klew_create_file(path);
        return klew_other_files_exist() ? ANY_FILE : klew_new_descriptor(0, flags);
    }
    int descriptor = klew_open_input(path, flags);
    return descriptor < 0 && klew_other_files_exist() ? ANY_FILE : descriptor;
}

INTERNAL FILE *open_stream(int flags, int number) {
    if (klew_bool("fopen fails")) {
        FAIL_SOMEHOW("errno of fopen");
        return 0;
    }
    int descriptor = klew_new_descriptor(0, flags);
    klew_description(descriptor)->number = number;
    return new_stream(descriptor, flags);
}

INTERNAL FILE *open_file(const char *path, const char *mode) {
    int flags = flags_of(mode);
    if (flags < 0)
        return fail(MODEL_EINVAL);
    int descriptor = find_file(path, flags);
    if (descriptor == ANY_FILE)
        return open_stream(flags, klew_name_file(path, flags));
    return descriptor < 0 ? fail(MODEL_ENOENT) : new_stream(descriptor, flags);
}

FILE *fopen(const char *path, const char *mode) { return open_file(path, mode); }
FILE *fopen64(const char *path, const char *mode) { return open_file(path, mode); }
FILE *tmpfile(void) { return open_stream(OPEN_BOTH, 0); }

FILE *popen(const char *command, const char *mode) {
    int flags = flags_of(mode);
    if ((flags < 0) | has(mode, '+') | (mode[0] == 'a'))
        return fail(MODEL_EINVAL);
    length_of(command);
    return open_stream(flags & (OPEN_ACCESS | OPEN_CLOSE_ON_EXEC), 0);
}

/* What the descriptor is not open for, a stream of it cannot be either. */
FILE *fdopen(int descriptor, const char *mode) {
    int flags = flags_of(mode);
    if (flags < 0)
        return fail(MODEL_EINVAL);
    const struct open_file *open = klew_description(descriptor);
    if (open == 0)
        return 0;
    int given = open->flags & OPEN_ACCESS, wanted = flags & OPEN_ACCESS;
    int allowed = (given == OPEN_BOTH) | (given == wanted);
    if (!allowed && open->standard && klew_open_file(descriptor) == 0)
        allowed = klew_bool("a standard stream is open for both");
    return allowed ? new_stream(descriptor, flags) : fail(MODEL_EINVAL);
}

/* The stream keeps its descriptor. */
FILE *freopen(const char *path, const char *mode, FILE *stream) {
    int flags = flags_of(mode), place = stream->descriptor;
    if (path != 0)
        length_of(path);
    if (path == 0 && stream->read_from != 0)
        klew_unsupported_streams_of_one_file_of_which_one_read_ahead();
    if (path != 0 && stream->open)
        klew_close(place);
    stream->open = 0;
    if (flags < 0)
        return fail(MODEL_EINVAL);
    int descriptor = path == 0 ? ANY_FILE : find_file(path, flags);
    if (descriptor == -1)
        return fail(MODEL_ENOENT);
    int number = descriptor == ANY_FILE && path != 0 ? klew_name_file(path, flags) : 0;
    if (descriptor == ANY_FILE && klew_bool("freopen fails")) {
        FAIL_SOMEHOW("errno of freopen");
        return 0;
    }
    if (path != 0)
        klew_move_descriptor(descriptor == ANY_FILE ? klew_new_descriptor(0, flags) : descriptor, place);
    if (number != 0)
        klew_description(place)->number = number;
    stream->open = 1;
    stream->flags = flags;
    stream->read_from = 0;
    stream->ended = stream->line_may_end = stream->zero_is_end = stream->failed = stream->has_pushed = 0;
    return stream;
}

int fclose(FILE *stream) {
    must_be_open(stream);
    stream->open = 0;
    if (stream->is_freed) {
        char *memory = malloc(1);
        free(memory);
        stream->freed = memory;
    }
    return klew_close(stream->descriptor);
}

int pclose(FILE *stream) {
    fclose(stream);
    return klew_int("pclose");
}

INTERNAL int not_open_for_that(FILE *stream) {
    stream->failed = 1;
    *__errno_location() = MODEL_EBADF;
    return 0;
}

/* What was read ahead does not come twice, and not from another file. */
int klew_may_read(FILE *stream) {
    must_be_open(stream);
    stream->line_may_end = 0;
    if ((stream->flags & OPEN_ACCESS) == OPEN_WRITE)
        return not_open_for_that(stream);
    struct open_file *open = klew_open_file(stream->descriptor);
    if ((stream->read_from != open) | (open != 0 && open->read_ahead != (stream->read_from != 0))) {
        if (stream->read_from != 0 || open->read_ahead)
            klew_unsupported_streams_of_one_file_of_which_one_read_ahead();
        stream->read_from = open;
        open->read_ahead = 1;
    }
    if (open == 0) {
        open = klew_readable(stream->descriptor);
        if (open != 0 && open->pipe != 0)
            klew_unsupported_streams_of_pipes();
        if (open != 0)
            klew_reads_from(open);
        return open != 0 || not_open_for_that(stream);
    }
    return (open->flags & OPEN_ACCESS) != OPEN_WRITE || not_open_for_that(stream);
}

/* Nothing is written at once, so that an error would only come later. */
int klew_may_write(FILE *stream) {
    must_be_open(stream);
    if ((stream->flags & OPEN_ACCESS) == OPEN_READ)
        return not_open_for_that(stream);
    const struct open_file *open = klew_writable(stream->descriptor);
    if (open == 0)
        klew_unsupported_output_to_a_closed_descriptor();
    else if (open->pipe != 0)
        klew_unsupported_streams_of_pipes();
    else if (klew_open_file(stream->descriptor) != 0)
        klew_unsupported_writing_to_an_input_file();
    return 1;
}

void klew_stop_reading(FILE *stream) {
    int failed = stream->descriptor != 0 && klew_bool("reading fails");
    if (failed)
        FAIL_SOMEHOW("errno of reading");
    stream->failed |= failed;
    stream->ended |= !failed;
}

unsigned klew_short_input;
static unsigned input_read;

size_t klew_input_left(void) { return klew_short_input - input_read; }

void klew_count_input(size_t bytes) {
    if (klew_short_input == 0)
        return;
    klew_assume(bytes <= klew_short_input - input_read);
    input_read += (unsigned)bytes;
}

int klew_read_byte(FILE *stream) {
    if (stream->has_pushed) {
        stream->has_pushed = 0;
        return stream->pushed;
    }
    if (stream->ended || !klew_may_read(stream))
        return END_OF_FILE;
    struct open_file *open = klew_open_file(stream->descriptor);
    if (open != 0) {
        if (open->at < open->file->size)
            return open->file->bytes[open->at++];
        stream->ended = 1;
        return END_OF_FILE;
    }
    int c = klew_range(END_OF_FILE, 256, "getchar");
    if (klew_short_input != 0) {
        klew_assume((c == END_OF_FILE) == (klew_input_left() == 0));
        klew_count_input(klew_input_left() != 0);
    }
    klew_assume((c == END_OF_FILE) | !stream->zero_is_end);
    if (c == END_OF_FILE)
        klew_stop_reading(stream);
    return c;
}

int fgetc(FILE *stream) { return klew_read_byte(stream); }
int getc(FILE *stream) { return klew_read_byte(stream); }
int _IO_getc(FILE *stream) { return klew_read_byte(stream); }
int getc_unlocked(FILE *stream) { return klew_read_byte(stream); }
int fgetc_unlocked(FILE *stream) { return klew_read_byte(stream); }
int getchar(void) { return klew_read_byte(stdin); }
int getchar_unlocked(void) { return klew_read_byte(stdin); }

int ungetc(int c, FILE *stream) {
    must_be_open(stream);
    if (c == END_OF_FILE)
        return END_OF_FILE;
    if (stream->has_pushed)
        klew_unsupported_second_ungetc();
    stream->has_pushed = 1;
    stream->pushed = (unsigned char)c;
    stream->ended = stream->line_may_end = stream->zero_is_end = 0;
    return (unsigned char)c;
}

/* As long as there is room. */
INTERNAL char *read_known_line(char *line, int size, FILE *stream) {
    int i = 0, c = 0;
    while (i < size - 1 && c != '\n' && (c = klew_read_byte(stream)) != END_OF_FILE)
        line[i++] = (char)c;
    if (i == 0)
        return 0;
    line[i] = 0;
    return line;
}

/* The bytes of a line of a short input; where it ends is decided, so that it is known how many bytes are left. Gives its length. */
INTERNAL size_t read_short_line(const char *line, size_t size) {
    size_t left = klew_input_left(), most = left < size ? left : size, length = 0;
    for (size_t i = left; i < size; i++)
        klew_assume(line[i] == 0);
    while (length < most && line[length] != '\n')
        length++;
    length += length < most;
    klew_count_input(length);
    return length;
}

/* Puts back what was there behind the end of a text. */
INTERNAL void keep_behind(char *text, const char *before, size_t size, unsigned zero_is_end) {
    unsigned over = 0, newline = 0;
    for (size_t i = 0; i < size; i++) {
        unsigned byte = (unsigned char)text[i];
        text[i] = (char)CHOOSE(over, (unsigned char)before[i], byte);
        over |= newline | (zero_is_end & (byte == 0));
        newline |= byte == '\n';
    }
}

/* Any text that has room, behind which there may be more lines or none. */
INTERNAL void read_some_line(char *line, size_t size, FILE *stream) {
    klew_input_bytes(line, size, "approximate line");
    klew_assume(line[place_in_text(size - 1)] == 0);
    stream->line_may_end = !stream->ended;
    stream->line_has_newline = klew_bool("approximate end of a line");
    stream->zero_is_end = 0;
}

/* Bytes of a line, without a branch for each. What stands behind a byte depends on that byte only, not on those before:
 * behind a newline the end. (Behind the end the buffer holds anything.) */
INTERNAL char *read_line(char *line, int size, FILE *stream) {
    if (size <= 0)
        return 0;
    must_be_open(stream);
    if (size == 1) {
        line[0] = 0;
        return line;
    }
    if (!klew_may_read(stream))
        return 0;
    if (klew_open_file(stream->descriptor) != 0)
        return read_known_line(line, size, stream);
    size_t start = 0, last = (size_t)size - 1;
    if (stream->has_pushed) {
        stream->has_pushed = 0;
        line[start++] = (char)stream->pushed;
    } else {
        _Bool none = stream->ended || klew_bool("fgets finds no line");
        klew_assume((klew_short_input == 0) | stream->ended | (none == (klew_input_left() == 0)));
        if (none) {
            if (!stream->ended)
                klew_stop_reading(stream);
            return 0;
        }
        klew_assume(!stream->zero_is_end);
    }
    _Bool keeps = klew_asks_for_unwritten();
    if (TEXTS_ARE_ANY() && !keeps) {
        read_some_line(line, (size_t)size, stream);
        return line;
    }
    unsigned before = (unsigned char)line[last];
    char *kept = 0;
    if (keeps) {
        kept = __builtin_alloca((size_t)size);
        __builtin_memcpy(kept, line, (size_t)size);
    }
    klew_input_bytes(line + start, last - start, "line");
    stream->line_may_end = !stream->ended;
    if (klew_short_input != 0 && (start == 0 || line[0] != '\n')) {
        size_t length = start + read_short_line(line + start, last - start);
        line[length] = 0;
        stream->line_has_newline = length > 0 && line[length - 1] == '\n';
        if (keeps && length < last)
            __builtin_memcpy(line + length + 1, kept + length + 1, last - length);
        return line;
    }
    line[last] = 0;
    unsigned first = (unsigned char)line[0], byte = first, newline = 0, is_short = 0, has_zero = 0;
    for (size_t i = 0; i < last; i++) {
        unsigned next = (unsigned char)line[i + 1], is_newline = byte == '\n';
        is_short |= newline;
        newline |= is_newline;
        has_zero |= byte == 0;
        line[i + 1] = (char)CHOOSE(is_newline, 0, next);
        byte = next;
    }
    stream->line_has_newline = (int)newline;
    /* Behind a shorter line nothing is written: programs look at the last byte to see what was cut off. */
    stream->zero_is_end = !klew_bool("the line has a zero byte");
    /* The text that ended before a newline has at least one byte: with none left, there is no line. */
    klew_assume((start > 0) | (first != 0) | !stream->zero_is_end);
    is_short |= has_zero & (unsigned)stream->zero_is_end;
    line[last] = (char)CHOOSE(is_short, before, 0);
    if (keeps)
        keep_behind(line, kept, (size_t)size, (unsigned)stream->zero_is_end);
    return line;
}

char *fgets(char *line, int size, FILE *stream) { return read_line(line, size, stream); }
char *fgets_unlocked(char *line, int size, FILE *stream) { return read_line(line, size, stream); }
char *__fgets_chk(char *line, size_t room, int size, FILE *stream) {
    if (size > 0 && (size_t)size > room)
        __chk_fail();
    return read_line(line, size, stream);
}

/* However long the line is, it is stored. */
INTERNAL char *read_any_line(char *line) {
    size_t i = 0;
    int c;
    while ((c = klew_read_byte(stdin)) != END_OF_FILE && c != '\n')
        line[i++] = (char)c;
    if (c == END_OF_FILE && i == 0)
        return 0;
    line[i] = 0;
    return line;
}

char *gets(char *line) { return read_any_line(line); }
char *__gets_chk(char *line, size_t room) {
    (void)room;
    return read_any_line(line);
}

/* Any text in any buffer that has room for it; -1 if there is none, or no memory. */
INTERNAL long read_some_text(char **line, size_t *room, FILE *stream) {
    size_t size = klew_size("approximate room of a line");
    klew_assume(size > 1);
    klew_assume(size < PTRDIFF_MAX);
    char *larger = malloc(size);
    if (larger == 0)
        return -1;
    free(*line);
    *line = larger;
    *room = size;
    read_some_line(larger, size, stream);
    if (stream->ended || klew_bool("approximate end of the input")) {
        stream->ended = 1;
        return -1;
    }
    size_t length = length_of(larger);
    klew_assume(length > 0);
    return (long)length;
}

/* However long the line is, there is room for it. */
INTERNAL long read_delimited(char **line, size_t *room, int delimiter, FILE *stream) {
    if (TEXTS_ARE_ANY())
        return read_some_text(line, room, stream);
    if (*line == 0 || *room == 0) {
        *room = 120;
        *line = realloc(*line, *room);
        if (*line == 0)
            return -1;
    }
    size_t i = 0;
    int c = delimiter + 1;
    while (c != delimiter && (c = klew_read_byte(stream)) != END_OF_FILE) {
        if (i + 1 == *room) {
            char *larger = realloc(*line, 2 * *room);
            if (larger == 0)
                return -1;
            *line = larger;
            *room *= 2;
        }
        (*line)[i++] = (char)c;
    }
    if (i == 0)
        return -1;
    (*line)[i] = 0;
    return (long)i;
}

long getline(char **line, size_t *room, FILE *stream) {
    return read_delimited(line, room, '\n', stream);
}
long getdelim(char **line, size_t *room, int delimiter, FILE *stream) {
    return read_delimited(line, room, delimiter, stream);
}
long __getdelim(char **line, size_t *room, int delimiter, FILE *stream) {
    return read_delimited(line, room, delimiter, stream);
}

INTERNAL size_t read_known_block(char *bytes, size_t size, FILE *stream, struct open_file *open) {
    size_t done = 0;
    if (stream->has_pushed) {
        stream->has_pushed = 0;
        bytes[done++] = (char)stream->pushed;
    }
    done += klew_read_file(open, bytes + done, size - done);
    stream->ended |= done < size;
    return done;
}

/* More than memory can have, where it overflows. */
INTERNAL size_t product(size_t size, size_t count) {
    return count > SIZE_MAX / size ? SIZE_MAX : size * count;
}

INTERNAL size_t read_block(void *bytes, size_t size, size_t count, FILE *stream) {
    must_be_open(stream);
    if ((size == 0) | (count == 0) || !klew_may_read(stream))
        return 0;
    struct open_file *open = klew_open_file(stream->descriptor);
    if (open != 0) {
        return read_known_block(bytes, product(size, count), stream, open) / size;
    }
    size_t all = product(size, count), done = klew_size("bytes of fread");
    /* Where inputs are known, all that there is is read. */
    if (klew_is_known((int)done) && done > all)
        done = all;
    klew_assume(done <= all);
    if (klew_short_input != 0) {
        size_t left = klew_input_left();
        klew_assume(done == (all < left ? all : left));
        klew_count_input(done);
    }
    klew_input_some(bytes, all, done, "fread");
    if (done < all)
        klew_stop_reading(stream);
    return size == 1 ? done : done / size;
}

size_t fread(void *bytes, size_t size, size_t count, FILE *stream) {
    return read_block(bytes, size, count, stream);
}
size_t fread_unlocked(void *bytes, size_t size, size_t count, FILE *stream) {
    return read_block(bytes, size, count, stream);
}
size_t __fread_chk(void *bytes, size_t room, size_t size, size_t count, FILE *stream) {
    if (size != 0 && count > room / size)
        __chk_fail();
    return read_block(bytes, size, count, stream);
}

INTERNAL size_t write_block(const void *bytes, size_t size, size_t count, FILE *stream) {
    if (size == 0 || count == 0)
        return 0;
    if (!klew_may_write(stream))
        return 0;
    klee_check_memory_access(bytes, product(size, count));
    return count;
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *stream) {
    return write_block(bytes, size, count, stream);
}
size_t fwrite_unlocked(const void *bytes, size_t size, size_t count, FILE *stream) {
    return write_block(bytes, size, count, stream);
}

INTERNAL int write_byte(int c, FILE *stream) {
    return klew_may_write(stream) ? (unsigned char)c : END_OF_FILE;
}

int fputc(int c, FILE *stream) { return write_byte(c, stream); }
int putc(int c, FILE *stream) { return write_byte(c, stream); }
int _IO_putc(int c, FILE *stream) { return write_byte(c, stream); }
int putc_unlocked(int c, FILE *stream) { return write_byte(c, stream); }
int fputc_unlocked(int c, FILE *stream) { return write_byte(c, stream); }
int putchar(int c) { return write_byte(c, stdout); }
int putchar_unlocked(int c) { return write_byte(c, stdout); }

int fputs(const char *text, FILE *stream) {
    length_of(text);
    return klew_may_write(stream) ? 1 : END_OF_FILE;
}
int fputs_unlocked(const char *text, FILE *stream) { return fputs(text, stream); }

int puts(const char *text) {
    size_t length = length_of(text);
    return klew_may_write(stdout) ? (int)((length + 1) & INT_MAX) : END_OF_FILE;
}

void perror(const char *text) {
    if (text != 0)
        length_of(text);
}

int feof(FILE *stream) {
    if (stream->line_may_end) {
        stream->line_may_end = 0;
        stream->ended = klew_bool("the line ends the input") & !stream->line_has_newline;
    }
    return stream->ended;
}
int feof_unlocked(FILE *stream) { return feof(stream); }
int ferror(FILE *stream) { return stream->failed; }
int ferror_unlocked(FILE *stream) { return stream->failed; }
void clearerr(FILE *stream) { stream->ended = stream->line_may_end = stream->zero_is_end = stream->failed = 0; }
int fileno(FILE *stream) {
    must_be_open(stream);
    return stream->descriptor;
}
int fileno_unlocked(FILE *stream) { return fileno(stream); }

int fflush(FILE *stream) {
    if (stream != 0)
        must_be_open(stream);
    return 0;
}
int fflush_unlocked(FILE *stream) { return fflush(stream); }

int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
    (void)buffer, (void)mode, (void)size;
    must_be_open(stream);
    return 0;
}
void setbuf(FILE *stream, char *buffer) {
    (void)buffer;
    must_be_open(stream);
}
void setlinebuf(FILE *stream) { must_be_open(stream); }
void setbuffer(FILE *stream, char *buffer, size_t size) {
    (void)buffer, (void)size;
    must_be_open(stream);
}

enum { SEEK_TO_START, SEEK_FROM_HERE, SEEK_FROM_END };

/* A pipe has no places; a place before the start there is not. */
INTERNAL int seek_in_file(FILE *stream, struct open_file *open, long offset, int origin) {
    long base = origin == SEEK_TO_START ? 0 : (long)(origin == SEEK_FROM_HERE ? open->at : open->file->size);
    if (origin == SEEK_FROM_HERE)
        base -= stream->has_pushed;
    long place = (long)((unsigned long)base + (unsigned long)offset);
    if (((unsigned)origin > SEEK_FROM_END) | (place < 0) || open->file->name == 0) {
        *__errno_location() = open->file->name == 0 ? MODEL_ESPIPE : MODEL_EINVAL;
        return -1;
    }
    open->at = (size_t)place;
    stream->ended = stream->line_may_end = stream->zero_is_end = stream->has_pushed = 0;
    return 0;
}

INTERNAL int seek(FILE *stream, long offset, int origin) {
    must_be_open(stream);
    struct open_file *open = klew_open_file(stream->descriptor);
    if (open != 0)
        return seek_in_file(stream, open, offset, origin);
    if (klew_bool("fseek fails"))
        return FAIL_SOMEHOW("errno of fseek");
    stream->ended = stream->line_may_end = stream->zero_is_end = stream->has_pushed = 0;
    return 0;
}

int fseek(FILE *stream, long offset, int origin) {
    return seek(stream, offset, origin);
}
int fseeko(FILE *stream, long offset, int origin) {
    return seek(stream, offset, origin);
}
void rewind(FILE *stream) {
    must_be_open(stream);
    struct open_file *open = klew_open_file(stream->descriptor);
    if (open != 0)
        seek_in_file(stream, open, 0, SEEK_TO_START);
    stream->ended = stream->line_may_end = stream->zero_is_end = stream->failed = stream->has_pushed = 0;
}

long ftell(FILE *stream) {
    must_be_open(stream);
    struct open_file *open = klew_open_file(stream->descriptor);
    if (open != 0) {
        if (open->file->name != 0)
            return (long)open->at - stream->has_pushed;
        *__errno_location() = MODEL_ESPIPE;
        return -1;
    }
    long place = klew_long("ftell");
    klew_assume(place >= -1);
    return place < 0 ? FAIL_SOMEHOW("errno of ftell") : place;
}
long ftello(FILE *stream) { return ftell(stream); }

/* glibc's fpos_t begins with the place. */
int fgetpos(FILE *stream, long *place) {
    long here = ftell(stream);
    if (here < 0)
        return -1;
    *place = here;
    return 0;
}
int fsetpos(FILE *stream, const long *place) { return seek(stream, *place, SEEK_TO_START); }
