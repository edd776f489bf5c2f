/* What changes or lists the file system: whether it succeeds is arbitrary, and so are the names in folders. */
#include "input_file.h"

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_change_of_the_name_of_an_input_file(void);
void klew_unsupported_change_of_the_folder_where_input_files_are(void);
void klew_unsupported_opening_of_more_than_32_folders(void);
void klew_unsupported_use_of_a_closed_folder(void);
void klew_unsupported_places_in_folders(void);

INTERNAL void *fail(int error) {
    *__errno_location() = error;
    return 0;
}

INTERNAL void must_be_no_input(const char *path) {
    length_of(path);
    int descriptor = klew_open_input(path, OPEN_READ);
    if (descriptor < 0)
        return;
    klew_close(descriptor);
    klew_unsupported_change_of_the_name_of_an_input_file();
}

INTERNAL int change(const char *path) {
    must_be_no_input(path);
    return klew_bool("a change of a file fails") ? FAIL_SOMEHOW("errno of a change of a file") : 0;
}

INTERNAL int change_folder(const char *path) {
    length_of(path);
    return klew_bool("a change of a folder fails") ? FAIL_SOMEHOW("errno of a change of a folder") : 0;
}

int remove(const char *path) { return change(path); }
int unlink(const char *path) { return change(path); }
int rename(const char *path, const char *target) {
    must_be_no_input(target);
    return change(path);
}
int link(const char *path, const char *target) {
    must_be_no_input(target);
    klew_create_file(target);
    return change(path);
}
int symlink(const char *path, const char *target) {
    must_be_no_input(target);
    klew_create_file(target);
    return change(path);
}
int mkdir(const char *path, unsigned mode) { return (void)mode, change_folder(path); }
int rmdir(const char *path) { return change_folder(path); }
int chmod(const char *path, unsigned mode) { return (void)mode, change(path); }
int chown(const char *path, unsigned user, unsigned group) { return (void)user, (void)group, change(path); }
int truncate(const char *path, long size) { return (void)size, change(path); }
int fsync(int descriptor) {
    if (klew_description(descriptor) == 0)
        return -1;
    return klew_bool("fsync fails") ? FAIL_SOMEHOW("errno of fsync") : 0;
}
int fdatasync(int descriptor) { return fsync(descriptor); }
void sync(void) {}

/* Relative names are other files then. */
int chdir(const char *path) {
    if (change_folder(path))
        return -1;
    if (!klew_other_files_exist())
        klew_unsupported_change_of_the_folder_where_input_files_are();
    return 0;
}

static unsigned mask;
static int mask_is_known;

/* What it was before. */
unsigned umask(unsigned new_mask) {
    unsigned old = mask_is_known ? mask : (unsigned)klew_range(0, 01000, "umask");
    mask = new_mask & 0777;
    mask_is_known = 1;
    return old;
}

long readlink(const char *path, char *to, size_t size) {
    length_of(path);
    if (size == 0) {
        fail(MODEL_EINVAL);
        return -1;
    }
    if (klew_bool("readlink fails"))
        return FAIL_SOMEHOW("errno of readlink");
    long length = klew_long("bytes of readlink");
    klew_assume((length > 0) & (length <= (long)size));
    klew_input_some(to, size, (size_t)length, "readlink");
    return length;
}

/* The last six characters are replaced by letters and digits, so that there is no file of that name yet. */
int mkstemp(char *template) {
    size_t length = length_of(template);
    int right = length >= 6;
    for (size_t i = 0; right && i < 6; i++)
        right = template[length - 1 - i] == 'X';
    if (!right) {
        fail(MODEL_EINVAL);
        return -1;
    }
    if (klew_bool("mkstemp fails"))
        return FAIL_SOMEHOW("errno of mkstemp");
    char *name = template + length - 6;
    klew_input_bytes(name, 6, "mkstemp");
    for (size_t i = 0; i < 6; i++)
        klew_assume(is_digit(name[i]) | ((unsigned)to_lower(name[i]) - 'a' < 26));
    klew_create_file(template);
    return klew_new_descriptor(0, OPEN_BOTH);
}

enum { PATH_SIZE = 4096 };

INTERNAL char *any_path(char *to, size_t size) {
    INPUT_TEXT(to, size, "getcwd");
    klew_assume(to[0] == '/');
    return to;
}

char *getcwd(char *to, size_t size) {
    if ((size == 0) & (to != 0))
        return fail(MODEL_EINVAL);
    if ((size == 1) || klew_bool("getcwd fails")) {
        FAIL_SOMEHOW("errno of getcwd");
        return 0;
    }
    if (to != 0 || size != 0) {
        char *place = to != 0 ? to : malloc(size);
        return place == 0 ? fail(MODEL_ENOMEM) : any_path(place, size);
    }
    size_t needed = klew_size("size of getcwd");
    klew_assume((needed >= 2) & (needed <= PATH_SIZE));
    char *place = malloc(needed);
    return place == 0 ? fail(MODEL_ENOMEM) : any_path(place, needed);
}

char *get_current_dir_name(void) { return getcwd(0, 0); }

enum { NAME_SIZE = 256, FOLDERS = 32, TYPE_UNKNOWN = 0 };

/* What glibc has on Linux. */
struct entry {
    unsigned long number;
    long offset;
    uint16_t length;
    uint8_t type;
    char name[NAME_SIZE];
};
struct entry_64 {
    uint64_t number;
    int64_t offset;
    uint16_t length;
    uint8_t type;
    char name[NAME_SIZE];
};

struct folder {
    int descriptor, open, ended;
    struct entry entry;
    struct entry_64 entry_64;
};

static struct folder folders[FOLDERS];
static int folder_count;

INTERNAL struct folder *new_folder(int descriptor) {
    if (folder_count == FOLDERS)
        klew_unsupported_opening_of_more_than_32_folders();
    struct folder *folder = &folders[folder_count++];
    folder->descriptor = descriptor;
    folder->open = 1;
    return folder;
}

struct folder *opendir(const char *path) {
    length_of(path);
    if (path[0] == 0)
        return fail(MODEL_ENOENT);
    if (klew_bool("opendir fails")) {
        FAIL_SOMEHOW("errno of opendir");
        return 0;
    }
    return new_folder(klew_new_descriptor(0, OPEN_READ | OPEN_CLOSE_ON_EXEC));
}

struct folder *fdopendir(int descriptor) {
    if (klew_description(descriptor) == 0)
        return 0;
    if (klew_open_file(descriptor) != 0 || klew_bool("fdopendir fails")) {
        FAIL_SOMEHOW("errno of fdopendir");
        return 0;
    }
    return new_folder(descriptor);
}

INTERNAL void must_be_open(const struct folder *folder) {
    if (!folder->open)
        klew_unsupported_use_of_a_closed_folder();
}

/* At the end errno stays. */
INTERNAL int finds_entry(struct folder *folder) {
    must_be_open(folder);
    folder->ended |= !klew_bool("readdir finds an entry");
    return !folder->ended;
}

/* Not empty and without a slash. */
#define READ_ENTRY(ENTRY)                                                           \
    klew_input_bytes(ENTRY, sizeof *ENTRY, "directory entry");                      \
    int right = (ENTRY->name[0] != 0) & (ENTRY->name[NAME_SIZE - 1] == 0);          \
    for (int i = 0; i < NAME_SIZE; i++)                                             \
        right &= ENTRY->name[i] != '/';                                             \
    klew_assume(right & (ENTRY->length >= 24) & (ENTRY->length <= sizeof *ENTRY) &  \
                ((ENTRY->type <= 12) & (ENTRY->type % 2 == 0 || ENTRY->type == 1))); \
    return ENTRY

struct entry *readdir(struct folder *folder) {
    if (!finds_entry(folder))
        return 0;
    struct entry *entry = &folder->entry;
    READ_ENTRY(entry);
}

struct entry_64 *readdir64(struct folder *folder) {
    if (!finds_entry(folder))
        return 0;
    struct entry_64 *entry = &folder->entry_64;
    READ_ENTRY(entry);
}

void rewinddir(struct folder *folder) {
    must_be_open(folder);
    folder->ended = 0;
}

int dirfd(struct folder *folder) {
    must_be_open(folder);
    return folder->descriptor;
}

int closedir(struct folder *folder) {
    if (folder == 0) {
        fail(MODEL_EINVAL);
        return -1;
    }
    must_be_open(folder);
    folder->open = 0;
    return klew_close(folder->descriptor);
}

long telldir(struct folder *folder) {
    must_be_open(folder);
    klew_unsupported_places_in_folders();
    return 0;
}
void seekdir(struct folder *folder, long place) {
    (void)place;
    must_be_open(folder);
    klew_unsupported_places_in_folders();
}
