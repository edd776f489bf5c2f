/* unistd.h: files by their descriptors; contents are those of input files or arbitrary. */
#include "input_file.h"
#include "stream.h"

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_use_of_a_descriptor_whose_stream_read_ahead(void);

INTERNAL void must_not_have_read_ahead(const struct open_file *open) {
    if (open->read_ahead)
        klew_unsupported_use_of_a_descriptor_whose_stream_read_ahead();
}

INTERNAL long read_bytes(int descriptor, void *bytes, size_t size) {
    struct open_file *open = klew_readable(descriptor);
    if (open == 0)
        return -1;
    if (size == 0)
        return 0;
    if (open->pipe != 0)
        return klew_read_pipe(open, bytes, size);
    struct open_file *known = klew_open_file(descriptor);
    if (known != 0) {
        must_not_have_read_ahead(known);
        return (long)klew_read_file(known, bytes, size);
    }
    klew_reads_from(open);
    long done = klew_long("bytes of read");
    /* Where inputs are known, all that there is is read. */
    if (klew_is_known((int)done) && done > (long)size)
        done = (long)size;
    klew_assume((done >= -1) & (done <= (long)size));
    if (klew_short_input != 0) {
        size_t left = klew_input_left();
        klew_assume(done == (long)(size < left ? size : left));
        klew_count_input(size < left ? size : left);
    }
    if (done < 0)
        return FAIL_SOMEHOW("errno of read");
    klew_input_some(bytes, size, (size_t)done, "read");
    return done;
}

long read(int descriptor, void *bytes, size_t size) {
    return read_bytes(descriptor, bytes, size);
}

long __read_chk(int descriptor, void *bytes, size_t size, size_t room) {
    if (size > room)
        __chk_fail();
    return read_bytes(descriptor, bytes, size);
}

void klew_unsupported_writing_to_an_input_file(void);
/* Runs that come here are not looked at. */
void klew_bound_writing_the_rest_of_what_was_written_in_part(void);

/* Bytes that the last call of `write` was given and did not write. */
static size_t rest_of_write;

/* Without a signal that is handled (which is not followed) no call is interrupted; of any text, none or a part may be written. Who
 * goes on with the rest of a text would have a path for each way to write it in pieces. */
long write(int descriptor, const void *bytes, size_t size) {
    struct open_file *open = klew_writable(descriptor);
    if (open == 0)
        return -1;
    if (size == 0)
        return 0;
    if (open->pipe != 0)
        return klew_write_pipe(open, bytes, size);
    if (klew_open_file(descriptor) != 0)
        klew_unsupported_writing_to_an_input_file();
    klee_check_memory_access(bytes, size);
    if (!klew_is_known((int)size) && (rest_of_write != 0) & (rest_of_write == size))
        klew_bound_writing_the_rest_of_what_was_written_in_part();
    open->written = 1;
    long done = klew_long("write");
    klew_assume((done >= -1) & (done <= (long)size));
    rest_of_write = 0;
    if (done < 0) {
        FAIL_SOMEHOW("errno of write");
        klew_assume(*__errno_location() != MODEL_EINTR);
        return -1;
    }
    rest_of_write = size - (size_t)done;
    return done;
}

INTERNAL int any_descriptor(const char *path, int flags) {
    length_of(path);
    if (path[0] == 0) {
        *__errno_location() = MODEL_ENOENT;
        return -1;
    }
    int writes = (flags & OPEN_ACCESS) != OPEN_READ;
    if (writes | ((flags & OPEN_CREATE) != 0))
        klew_create_file(path);
    int input = klew_open_input(path, flags);
    if (input >= 0)
        return input;
    if (!klew_other_files_exist()) {
        *__errno_location() = MODEL_ENOENT;
        return -1;
    }
    int number = klew_name_file(path, flags);
    if (klew_bool("open fails"))
        return FAIL_SOMEHOW("errno of open");
    int descriptor = klew_new_descriptor(0, flags);
    klew_description(descriptor)->number = number;
    return descriptor;
}

int open(const char *path, int flags, ...) {
    return any_descriptor(path, flags);
}
int open64(const char *path, int flags, ...) {
    return any_descriptor(path, flags);
}

enum { HERE = -100 };

/* Relative to a folder: nobody knows what is in it. */
INTERNAL int open_from(int folder, const char *path, int flags) {
    if (folder == HERE || path[0] == '/')
        return any_descriptor(path, flags);
    length_of(path);
    if (klew_description(folder) == 0)
        return -1;
    if (klew_bool("open fails"))
        return FAIL_SOMEHOW("errno of open");
    return klew_new_descriptor(0, flags);
}

int openat(int folder, const char *path, int flags, ...) { return open_from(folder, path, flags); }
int openat64(int folder, const char *path, int flags, ...) { return open_from(folder, path, flags); }
/* The fortified variants of calls without a mode. */
int __open_2(const char *path, int flags) { return any_descriptor(path, flags); }
int __open64_2(const char *path, int flags) { return any_descriptor(path, flags); }

int creat(const char *path, unsigned mode) {
    (void)mode;
    return any_descriptor(path, OPEN_WRITE | OPEN_CREATE | OPEN_EMPTIED);
}

/* Where nobody knows what it is: a place, or that it has none. */
INTERNAL long long any_place(void) {
    long long place = klew_llong("lseek");
    klew_assume(place >= -1);
    if (place < 0)
        FAIL_SOMEHOW("errno of lseek");
    return place;
}

INTERNAL long long seek(int descriptor, long long offset, int origin, long long greatest) {
    struct open_file *description = klew_description(descriptor);
    if (description == 0)
        return -1;
    struct open_file *open = klew_open_file(descriptor);
    if (open == 0 && description->pipe == 0) {
        long long place = any_place();
        klew_assume(place <= greatest);
        return place;
    }
    int error = open == 0 || open->file->name == 0 ? MODEL_ESPIPE : 0;
    if (error == 0) {
        must_not_have_read_ahead(open);
        long long base = origin == 0 ? 0 : (long long)(origin == 1 ? open->at : open->file->size);
        long long place = (long long)((unsigned long long)base + (unsigned long long)offset);
        error = (place < 0) | ((unsigned)origin > 2) ? MODEL_EINVAL : place > greatest ? MODEL_EOVERFLOW : 0;
        if (error == 0) {
            open->at = (size_t)place;
            return place;
        }
    }
    *__errno_location() = error;
    return -1;
}

long lseek(int descriptor, long offset, int origin) {
    return (long)seek(descriptor, offset, origin, LONG_MAX);
}
long long lseek64(int descriptor, long long offset, int origin) {
    return seek(descriptor, offset, origin, LLONG_MAX);
}

int close(int descriptor) {
    struct open_file *open = klew_description(descriptor);
    if (open == 0)
        return -1;
    int may_fail = open->written;
    klew_close(descriptor);
    return may_fail && klew_bool("close fails") ? FAIL_SOMEHOW("errno of close") : 0;
}

int access(const char *path, int mode) {
    length_of(path);
    enum { MAY_READ = 4 };
    if ((mode & ~MAY_READ) == 0) {
        int descriptor = klew_open_input(path, OPEN_READ);
        if (descriptor >= 0) {
            klew_close(descriptor);
            return 0;
        }
        if (!klew_other_files_exist()) {
            *__errno_location() = MODEL_ENOENT;
            return -1;
        }
    }
    return klew_bool("access fails") ? FAIL_SOMEHOW("errno of access") : 0;
}

/* The place in the file stays; a pipe has none. */
INTERNAL long read_at(int descriptor, void *bytes, size_t size, long long offset) {
    struct open_file *open = klew_readable(descriptor);
    if (open == 0)
        return -1;
    struct open_file *known = klew_open_file(descriptor);
    int error = open->pipe != 0 || (known != 0 && known->file->name == 0) ? MODEL_ESPIPE : offset < 0 ? MODEL_EINVAL : 0;
    if (error != 0) {
        *__errno_location() = error;
        return -1;
    }
    if (known == 0)
        return read_bytes(descriptor, bytes, size);
    size_t at = known->at;
    known->at = (unsigned long long)offset > known->file->size ? known->file->size : (size_t)offset;
    long done = (long)klew_read_file(known, bytes, size);
    known->at = at;
    return done;
}

long pread(int descriptor, void *bytes, size_t size, long offset) {
    return read_at(descriptor, bytes, size, offset);
}
long pread64(int descriptor, void *bytes, size_t size, long long offset) {
    return read_at(descriptor, bytes, size, offset);
}

INTERNAL int resize(int descriptor) {
    struct open_file *open = klew_description(descriptor);
    if (open == 0)
        return -1;
    if (klew_open_file(descriptor) != 0)
        klew_unsupported_writing_to_an_input_file();
    return klew_bool("ftruncate fails") ? FAIL_SOMEHOW("errno of ftruncate") : 0;
}

int ftruncate(int descriptor, long size) { return (void)size, resize(descriptor); }
int ftruncate64(int descriptor, long long size) { return (void)size, resize(descriptor); }
