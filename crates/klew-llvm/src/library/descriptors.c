/* Descriptors, as Linux has them: each refers to what one opening of a file made, with its place in the file; the lowest
 * free one is given out. At the start 0, 1 and 2 are open: the first can be read and the others written, and
 * whether they can be used the other way is not known (terminals can). */
#include "input_file.h"

enum { DESCRIPTORS = 256, PIPES = 16, PIPE_SIZE = 4096 };

/* What was written and not yet read: as many bytes from the first one, in a ring. */
struct open_pipe {
    struct open_file *reader, *writer;
    size_t first, count;
    unsigned char bytes[PIPE_SIZE];
};

static struct open_file descriptions[DESCRIPTORS] = {
    {.flags = OPEN_READ, .users = 1, .standard = 1},
    {.flags = OPEN_WRITE, .users = 1, .standard = 1},
    {.flags = OPEN_WRITE, .users = 1, .standard = 1},
};
static struct open_file *table[DESCRIPTORS] = {&descriptions[0], &descriptions[1], &descriptions[2]};
static char close_on_exec[DESCRIPTORS];
static struct open_pipe pipes[PIPES];
static int pipe_count;

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_opening_of_more_than_253_files(void);
void klew_unsupported_opening_of_more_than_16_pipes(void);
void klew_unsupported_command_of_fcntl(void);
void klew_unsupported_waiting_for_a_pipe(void);
void klew_unsupported_writing_to_a_pipe_that_nobody_reads(void);

INTERNAL int fail(int error) {
    *__errno_location() = error;
    return -1;
}

struct open_file *klew_description(int descriptor) {
    struct open_file *open = (unsigned)descriptor < DESCRIPTORS ? table[descriptor] : 0;
    if (open == 0)
        fail(MODEL_EBADF);
    return open;
}

struct open_file *klew_open_file(int descriptor) {
    if ((unsigned)descriptor >= DESCRIPTORS)
        return 0;
    struct open_file *open = table[descriptor];
    if (open == &descriptions[0] && open->standard)
        open->file = klew_standard_input();
    return open == 0 || open->file == 0 ? 0 : open;
}

struct open_file *klew_readable(int descriptor) {
    struct open_file *open = klew_description(descriptor);
    if (open == 0 || (open->flags & OPEN_ACCESS) != OPEN_WRITE || open->standard)
        return open;
    fail(MODEL_EBADF);
    return 0;
}

struct open_file *klew_writable(int descriptor) {
    struct open_file *open = klew_description(descriptor);
    int known = open != 0 && (!open->standard || klew_open_file(descriptor) != 0);
    if (!known || (open->flags & OPEN_ACCESS) != OPEN_READ)
        return open;
    fail(MODEL_EBADF);
    return 0;
}

INTERNAL int lowest_free(int from) {
    while (from < DESCRIPTORS && table[from] != 0)
        from++;
    if (from == DESCRIPTORS)
        klew_unsupported_opening_of_more_than_253_files();
    return from;
}

/* There are as many descriptions as descriptors. */
INTERNAL struct open_file *new_description(void) {
    struct open_file *open = descriptions;
    while (open->users != 0)
        open++;
    *open = (struct open_file){0};
    return open;
}

INTERNAL void refer(int descriptor, struct open_file *open, int closes_on_exec) {
    table[descriptor] = open;
    close_on_exec[descriptor] = (char)closes_on_exec;
    open->users++;
}

int klew_new_descriptor(const struct input_file *file, int flags) {
    int descriptor = lowest_free(0);
    struct open_file *open = new_description();
    const int only_to_open = OPEN_CREATE | OPEN_NEW | OPEN_EMPTIED | OPEN_CLOSE_ON_EXEC;
    open->file = file;
    open->flags = flags & ~only_to_open;
    refer(descriptor, open, (flags & OPEN_CLOSE_ON_EXEC) != 0);
    return descriptor;
}

int klew_close(int descriptor) {
    struct open_file *open = klew_description(descriptor);
    if (open == 0)
        return -1;
    table[descriptor] = 0;
    if (--open->users == 0 && open->pipe != 0)
        *(open->pipe->reader == open ? &open->pipe->reader : &open->pipe->writer) = 0;
    return 0;
}

INTERNAL int duplicate(int descriptor, int from, int closes_on_exec) {
    struct open_file *open = klew_description(descriptor);
    if (open == 0)
        return -1;
    if (from < 0)
        return fail(MODEL_EINVAL);
    int copy = lowest_free(from);
    refer(copy, open, closes_on_exec);
    return copy;
}

int dup(int descriptor) { return duplicate(descriptor, 0, 0); }

INTERNAL int replace(int descriptor, int target, int closes_on_exec) {
    struct open_file *open = klew_description(descriptor);
    if (open == 0)
        return -1;
    if (target < 0)
        return fail(MODEL_EBADF);
    if (target >= DESCRIPTORS)
        klew_unsupported_opening_of_more_than_253_files();
    if (table[target] != 0)
        klew_close(target);
    refer(target, open, closes_on_exec);
    return target;
}

void klew_move_descriptor(int from, int to) {
    if (from == to)
        return;
    replace(from, to, close_on_exec[from]);
    klew_close(from);
}

int dup2(int descriptor, int target) {
    if (descriptor == target)
        return klew_description(descriptor) == 0 ? -1 : target;
    return replace(descriptor, target, 0);
}

int dup3(int descriptor, int target, int flags) {
    if ((descriptor == target) | ((flags & ~OPEN_CLOSE_ON_EXEC) != 0))
        return fail(MODEL_EINVAL);
    return replace(descriptor, target, flags != 0);
}

/* O_APPEND, O_NONBLOCK, O_ASYNC, O_DIRECT, O_NOATIME */
enum { CHANGEABLE = OPEN_APPEND | 04000 | 020000 | 040000 | 01000000, LARGE_FILE = 0100000 };

INTERNAL int flags_of(const struct open_file *open) {
    if (!open->standard)
        return open->flags | (sizeof(void *) == 8 && open->pipe == 0 ? LARGE_FILE : 0);
    int flags = klew_int("flags of a standard stream");
    klew_assume((flags >= 0) & (((flags & OPEN_ACCESS) == open->flags) | ((flags & OPEN_ACCESS) == OPEN_BOTH)));
    return flags;
}

enum { DUPLICATE, GET_CLOSE, SET_CLOSE, GET_FLAGS, SET_FLAGS, DUPLICATE_TO_CLOSE = 1030 };

INTERNAL int control(int descriptor, int command, int argument) {
    struct open_file *open = klew_description(descriptor);
    if (open == 0)
        return -1;
    switch (command) {
    case DUPLICATE:
    case DUPLICATE_TO_CLOSE: return duplicate(descriptor, argument, command != DUPLICATE);
    case GET_CLOSE: return close_on_exec[descriptor];
    case SET_CLOSE: close_on_exec[descriptor] = argument & 1; return 0;
    case GET_FLAGS: return flags_of(open);
    case SET_FLAGS:
        if (!open->standard)
            open->flags = (open->flags & ~CHANGEABLE) | (argument & CHANGEABLE);
        return 0;
    default: klew_unsupported_command_of_fcntl(); return -1;
    }
}

/* The commands without an argument do not look at it. */
#define CONTROL                                                                        \
    va_list list;                                                                      \
    va_start(list, command);                                                           \
    int argument = (command == GET_CLOSE) | (command == GET_FLAGS) ? 0 : va_arg(list, int); \
    va_end(list);                                                                      \
    return control(descriptor, command, argument)

int fcntl(int descriptor, int command, ...) { CONTROL; }
int fcntl64(int descriptor, int command, ...) { CONTROL; }

/* Input files and pipes are none, and what else is, is not known but stays so. */
int klew_is_terminal(struct open_file *open) {
    if (open->terminal == 0)
        open->terminal = open->pipe == 0 && klew_bool("isatty") ? 1 : 2;
    if (open->terminal == 1)
        return 1;
    *__errno_location() = MODEL_ENOTTY;
    return 0;
}

int isatty(int descriptor) {
    struct open_file *open = klew_description(descriptor);
    if (open != 0 && klew_open_file(descriptor) != 0)
        open->terminal = 2;
    return open != 0 && klew_is_terminal(open);
}

/* Those that run dry or full would wait for what only another thread or process can do. */
enum { DOES_NOT_WAIT = 04000 };

long klew_read_pipe(struct open_file *open, unsigned char *bytes, size_t size) {
    struct open_pipe *pipe = open->pipe;
    if (pipe->count == 0 && pipe->writer != 0) {
        if ((open->flags & DOES_NOT_WAIT) == 0)
            klew_unsupported_waiting_for_a_pipe();
        return fail(MODEL_EAGAIN);
    }
    size_t count = size < pipe->count ? size : pipe->count;
    for (size_t i = 0; i < count; i++)
        bytes[i] = pipe->bytes[(pipe->first + i) % PIPE_SIZE];
    pipe->first = (pipe->first + count) % PIPE_SIZE;
    pipe->count -= count;
    return (long)count;
}

long klew_write_pipe(struct open_file *open, const unsigned char *bytes, size_t size) {
    struct open_pipe *pipe = open->pipe;
    if (pipe->reader == 0)
        klew_unsupported_writing_to_a_pipe_that_nobody_reads();
    if (size > PIPE_SIZE - pipe->count)
        klew_unsupported_waiting_for_a_pipe();
    for (size_t i = 0; i < size; i++)
        pipe->bytes[(pipe->first + pipe->count + i) % PIPE_SIZE] = bytes[i];
    pipe->count += size;
    return (long)size;
}

INTERNAL int new_pipe(int *ends, int flags) {
    if (pipe_count == PIPES)
        klew_unsupported_opening_of_more_than_16_pipes();
    struct open_pipe *pipe = &pipes[pipe_count++];
    for (int i = 0; i < 2; i++) {
        ends[i] = klew_new_descriptor(0, flags | (i == 0 ? OPEN_READ : OPEN_WRITE));
        table[ends[i]]->pipe = pipe;
    }
    pipe->reader = table[ends[0]];
    pipe->writer = table[ends[1]];
    return 0;
}

int pipe(int *ends) { return new_pipe(ends, 0); }
int pipe2(int *ends, int flags) { return new_pipe(ends, flags); }
