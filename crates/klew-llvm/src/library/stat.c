/* sys/stat.h: what kind of file something is and how large. Of input files and pipes that is known, of others arbitrary.
 * The same file asked again most often says the same: that is not modelled, so what comes again counts as an approximation. */
#include "input_file.h"

enum { REGULAR = 0100000, FOLDER = 040000, PIPE = 010000, TYPES = 0170000, RIGHTS = 07777 };

/* What glibc has on Linux. */
#if __SIZEOF_POINTER__ == 8
struct times {
    int64_t seconds, nanoseconds;
};
struct status {
    uint64_t device, number, links;
    uint32_t mode, user, group, padding;
    uint64_t kind_of_device;
    int64_t size, block_size, blocks;
    struct times accessed, modified, changed;
    int64_t reserved[3];
};
#else
struct times {
    int32_t seconds, nanoseconds;
};
/* Its members of 64 bits are aligned to 4. */
struct status {
    uint64_t device;
    uint16_t padding_1;
    uint32_t number, mode, links, user, group;
    uint64_t kind_of_device;
    uint16_t padding_2;
    int32_t size, block_size, blocks;
    struct times accessed, modified, changed;
    uint32_t reserved[2];
};
struct status_64 {
    uint64_t device;
    uint32_t padding_1, number_32, mode, links, user, group;
    uint64_t kind_of_device;
    uint32_t padding_2;
    int64_t size;
    int32_t block_size;
    int64_t blocks;
    struct times accessed, modified, changed;
    uint64_t number;
};
#endif

/* What is known of a file: its type, or 0, and its size where that is not 0. */
struct known {
    unsigned type;
    size_t size;
    int again;
};

INTERNAL int is_type(unsigned mode, int may_be_link) {
    unsigned type = mode & TYPES;
    return ((mode & ~(unsigned)(TYPES | RIGHTS)) == 0) &
           ((type == REGULAR) | (type == FOLDER) | (type == PIPE) | (type == 020000) | (type == 060000) |
            (type == 0140000) | (may_be_link & (type == 0120000)));
}

INTERNAL int is_time(const struct times *time) {
    return (time->nanoseconds >= 0) & (time->nanoseconds < 1000000000);
}

#define DESCRIBE                                                                                    \
    if (known->again)                                                                               \
        klew_input_bytes(to, sizeof *to, "approximate stat once more");                             \
    else                                                                                            \
        klew_input_bytes(to, sizeof *to, "stat");                                                   \
    if (known->type != 0) {                                                                         \
        to->mode = (to->mode & RIGHTS) | known->type;                                               \
        to->size = (__typeof__(to->size))known->size;                                               \
    }                                                                                               \
    klew_assume(is_type(to->mode, may_be_link) & (to->size >= 0) & (to->block_size > 0) &           \
                (to->blocks >= 0) & (to->links > 0) & is_time(&to->accessed) & is_time(&to->modified) & \
                is_time(&to->changed));                                                             \
    return 0

INTERNAL int describe(struct status *to, const struct known *known, int may_be_link) { DESCRIBE; }

#if __SIZEOF_POINTER__ == 8
typedef struct status status_64;
#define describe_64 describe
#else
typedef struct status_64 status_64;
INTERNAL int describe_64(status_64 *to, const struct known *known, int may_be_link) { DESCRIBE; }
#endif

enum { REMEMBERED = 8, REMEMBERED_LENGTH = 64 };

static char remembered[REMEMBERED][REMEMBERED_LENGTH];
static int remembered_count, forgot_some;

INTERNAL int is_same(const char *a, const char *b) {
    for (; *a == *b; a++, b++)
        if (*a == 0)
            return 1;
    return 0;
}

/* Whether it may have been asked for before. */
INTERNAL int asked_before(const char *path) {
    for (int i = 0; i < remembered_count; i++)
        if (is_same(path, remembered[i]))
            return 1;
    size_t length = bounded_length(path, REMEMBERED_LENGTH);
    if (forgot_some | (remembered_count == REMEMBERED) | (length == REMEMBERED_LENGTH)) {
        forgot_some = 1;
        return 1;
    }
    __builtin_memcpy(remembered[remembered_count++], path, length + 1);
    return 0;
}

INTERNAL int fail(int error) {
    *__errno_location() = error;
    return -1;
}

INTERNAL int is_in_folder(const char *path) {
    int slash = 0;
    for (const char *at = path; *at != 0; at++)
        slash |= *at == '/';
    return !slash && !(path[0] == '.' && (path[1] == 0 || (path[1] == '.' && path[2] == 0)));
}

/* 0, or -1 if there is no such file. */
INTERNAL int look_up(const char *path, struct known *known) {
    *known = (struct known){0};
    if (path[0] == 0)
        return fail(MODEL_ENOENT);
    int descriptor = klew_open_input(path, OPEN_READ);
    if (descriptor >= 0) {
        const struct open_file *open = klew_open_file(descriptor);
        if (open != 0) {
            known->type = REGULAR;
            known->size = open->file->size;
        }
        klew_close(descriptor);
        return 0;
    }
    if (!klew_other_files_exist() && is_in_folder(path))
        return fail(MODEL_ENOENT);
    known->again = asked_before(path);
    return klew_bool("stat fails") ? FAIL_SOMEHOW("errno of stat") : 0;
}

INTERNAL int look_at(int descriptor, struct known *known) {
    *known = (struct known){0};
    struct open_file *open = klew_description(descriptor);
    if (open == 0)
        return -1;
    if (open->pipe != 0) {
        known->type = PIPE;
    } else if (klew_open_file(descriptor) != 0) {
        /* Standard input of a known size comes from a pipe. */
        known->type = open->file->name == 0 ? PIPE : REGULAR;
        known->size = open->file->name == 0 ? 0 : open->file->size;
    }
    known->again = open->described;
    open->described = 1;
    return 0;
}

enum { HERE = -100, NO_FOLLOW = 0x100, EMPTY_PATH = 0x1000 };

INTERNAL int look_from(int descriptor, const char *path, int flags, struct known *known) {
    length_of(path);
    if (path[0] == 0 && (flags & EMPTY_PATH) && descriptor != HERE)
        return look_at(descriptor, known);
    if (path[0] == '/' || descriptor == HERE)
        return look_up(path, known);
    *known = (struct known){0};
    if (klew_description(descriptor) == 0)
        return -1;
    known->again = 1;
    return klew_bool("stat fails") ? FAIL_SOMEHOW("errno of stat") : 0;
}

#define FAMILY(SUFFIX, TYPE, DESCRIBE_IT)                                                   \
    int stat##SUFFIX(const char *path, TYPE *to) {                                          \
        struct known known;                                                                 \
        return look_from(HERE, path, 0, &known) ? -1 : DESCRIBE_IT(to, &known, 0);          \
    }                                                                                       \
    int lstat##SUFFIX(const char *path, TYPE *to) {                                         \
        struct known known;                                                                 \
        return look_from(HERE, path, 0, &known) ? -1 : DESCRIBE_IT(to, &known, 1);          \
    }                                                                                       \
    int fstat##SUFFIX(int descriptor, TYPE *to) {                                           \
        struct known known;                                                                 \
        return look_at(descriptor, &known) ? -1 : DESCRIBE_IT(to, &known, 0);               \
    }                                                                                       \
    int fstatat##SUFFIX(int descriptor, const char *path, TYPE *to, int flags) {            \
        struct known known;                                                                 \
        if (look_from(descriptor, path, flags, &known))                                     \
            return -1;                                                                      \
        return DESCRIBE_IT(to, &known, (flags & NO_FOLLOW) != 0);                           \
    }                                                                                       \
    /* How they are called before glibc 2.33. */                                            \
    int __xstat##SUFFIX(int version, const char *path, TYPE *to) {                          \
        return (void)version, stat##SUFFIX(path, to);                                       \
    }                                                                                       \
    int __lxstat##SUFFIX(int version, const char *path, TYPE *to) {                         \
        return (void)version, lstat##SUFFIX(path, to);                                      \
    }                                                                                       \
    int __fxstat##SUFFIX(int version, int descriptor, TYPE *to) {                           \
        return (void)version, fstat##SUFFIX(descriptor, to);                                \
    }

FAMILY(, struct status, describe)
FAMILY(64, status_64, describe_64)
