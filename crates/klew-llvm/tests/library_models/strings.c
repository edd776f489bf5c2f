#include "support.h"

#include <strings.h>
#include <unistd.h>

MODEL(strlen);
MODEL(strnlen);
MODEL(memcmp);
MODEL(bcmp);
MODEL(strcmp);
MODEL(strncmp);
MODEL(strcoll);
MODEL(strcasecmp);
MODEL(strncasecmp);
extern void *model_memchr(const void *, int, size_t);
extern void *model_memrchr(const void *, int, size_t);
extern void *model_rawmemchr(const void *, int);
extern void *model_memmem(const void *, size_t, const void *, size_t);
extern char *model_strchr(const char *, int);
extern char *model_strrchr(const char *, int);
extern char *model_strchrnul(const char *, int);
extern char *model_index(const char *, int);
extern char *model_rindex(const char *, int);
extern char *model_strstr(const char *, const char *);
extern char *model_strcasestr(const char *, const char *);
extern char *model_strpbrk(const char *, const char *);
MODEL(strspn);
MODEL(strcspn);
MODEL(strcpy);
MODEL(stpcpy);
MODEL(strncpy);
MODEL(stpncpy);
MODEL(strcat);
MODEL(strncat);
MODEL(memccpy);
MODEL(strxfrm);
MODEL(strdup);
MODEL(strndup);
MODEL(strtok_r);
MODEL(strtok);
MODEL(strsep);
MODEL(ffs);
MODEL(ffsl);
MODEL(ffsll);
MODEL(qsort);
MODEL(bsearch);
MODEL(strerror);
extern size_t model_strlcpy(char *, const char *, size_t);
extern size_t model_strlcat(char *, const char *, size_t);
extern char *model___strcpy_chk(char *, const char *, size_t);
extern char *model___strcat_chk(char *, const char *, size_t);
extern char *model___strncpy_chk(char *, const char *, size_t, size_t);

static void compare_one(const char *s) {
    size_t size = strlen(s);
    const char letters[] = {'a', 'B', 'c', (char)0xe1, 0};
    CHECK(model_strlen(s) == size, "'%s'", s);
    for (size_t n = 0; n < size + 3; n++)
        CHECK(model_strnlen(s, n) == strnlen(s, n), "'%s' %zu", s, n);
    for (size_t i = 0; i < sizeof letters; i++) {
        int c = letters[i];
        CHECK(model_strchr(s, c) == strchr(s, c), "'%s' %d", s, c);
        CHECK(model_index(s, c) == strchr(s, c), "'%s' %d", s, c);
        CHECK(model_strrchr(s, c) == strrchr(s, c), "'%s' %d", s, c);
        CHECK(model_rindex(s, c) == strrchr(s, c), "'%s' %d", s, c);
        CHECK(model_strchrnul(s, c) == strchrnul(s, c), "'%s' %d", s, c);
        if (memchr(s, c, size + 1) != 0)
            CHECK(model_rawmemchr(s, c) == rawmemchr(s, c), "'%s' %d", s, c);
        for (size_t n = 0; n <= size + 1; n++) {
            CHECK(model_memchr(s, c, n) == memchr(s, c, n), "'%s' %d %zu", s, c, n);
            CHECK(model_memrchr(s, c, n) == memrchr(s, c, n), "'%s' %d %zu", s, c, n);
        }
    }
    char *copy = model_strdup(s);
    CHECK(strcmp(copy, s) == 0, "'%s'", s);
    free(copy);
    for (size_t n = 0; n < size + 2; n++) {
        char *right = strndup(s, n);
        copy = model_strndup(s, n);
        CHECK(strcmp(copy, right) == 0, "'%s' %zu", s, n);
        free(copy);
        free(right);
    }
}

static void compare_pair(const char *a, const char *b) {
    size_t a_size = strlen(a), b_size = strlen(b), least = a_size < b_size ? a_size : b_size;
    CHECK(sign(model_strcmp(a, b)) == sign(strcmp(a, b)), "'%s' '%s'", a, b);
    CHECK(sign(model_strcoll(a, b)) == sign(strcoll(a, b)), "'%s' '%s'", a, b);
    CHECK(sign(model_strcasecmp(a, b)) == sign(strcasecmp(a, b)), "'%s' '%s'", a, b);
    CHECK(model_strstr(a, b) == strstr(a, b), "'%s' '%s'", a, b);
    CHECK(model_strcasestr(a, b) == strcasestr(a, b), "'%s' '%s'", a, b);
    CHECK(model_strspn(a, b) == strspn(a, b), "'%s' '%s'", a, b);
    CHECK(model_strcspn(a, b) == strcspn(a, b), "'%s' '%s'", a, b);
    CHECK(model_strpbrk(a, b) == strpbrk(a, b), "'%s' '%s'", a, b);
    CHECK(model_memmem(a, a_size, b, b_size) == memmem(a, a_size, b, b_size), "'%s' '%s'", a, b);
    for (size_t n = 0; n <= a_size + 2; n++) {
        CHECK(sign(model_strncmp(a, b, n)) == sign(strncmp(a, b, n)), "'%s' '%s' %zu", a, b, n);
        CHECK(sign(model_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)), "'%s' '%s' %zu", a, b, n);
    }
    for (size_t n = 0; n <= least + 1; n++) {
        CHECK(sign(model_memcmp(a, b, n)) == sign(memcmp(a, b, n)), "'%s' '%s' %zu", a, b, n);
        CHECK(!model_bcmp(a, b, n) == !bcmp(a, b, n), "'%s' '%s' %zu", a, b, n);
    }
}

enum { ROOM = 24 };

/* Runs both on buffers that hold `before`, and compares all of them and the results. */
#define COPIES(before, model_call, right_call)                                              \
    do {                                                                                    \
        char left[ROOM], right[ROOM], *to = left;                                           \
        memset(left, '#', ROOM);                                                            \
        strcpy(left, before);                                                               \
        memcpy(right, left, ROOM);                                                          \
        char *model_result = (model_call), *right_result;                                   \
        to = right;                                                                         \
        right_result = (right_call);                                                        \
        CHECK((model_result == 0 ? -1 : model_result - left) ==                             \
                  (right_result == 0 ? -1 : right_result - right),                          \
              "'%s' + '%s'", before, from);                                                 \
        CHECK(memcmp(left, right, ROOM) == 0, "'%s' + '%s'", before, from);                 \
    } while (0)

static void compare_copies(const char *from, const char *before) {
    size_t size = strlen(from);
    COPIES(before, model_strcpy(to, from), strcpy(to, from));
    COPIES(before, model___strcpy_chk(to, from, ROOM), strcpy(to, from));
    COPIES(before, model_stpcpy(to, from), stpcpy(to, from));
    COPIES(before, model_strcat(to, from), strcat(to, from));
    COPIES(before, model___strcat_chk(to, from, ROOM), strcat(to, from));
    for (size_t n = 0; n < size + 4; n++) {
        COPIES(before, model_strncpy(to, from, n), strncpy(to, from, n));
        COPIES(before, model___strncpy_chk(to, from, n, ROOM), strncpy(to, from, n));
        COPIES(before, model_stpncpy(to, from, n), stpncpy(to, from, n));
        COPIES(before, model_strncat(to, from, n), strncat(to, from, n));
        if (n <= size + 1)
            COPIES(before, (char *)model_memccpy(to, from, 'a', n), (char *)memccpy(to, from, 'a', n));
    }
    /* strlcpy and strlcat are missing in older C libraries: compared with what snprintf does. */
    for (size_t n = 0; n < size + 4; n++) {
        char left[ROOM] = "########", right[ROOM] = "########";
        size_t count = model_strlcpy(left, from, n);
        CHECK(count == (size_t)snprintf(right, n, "%s", from), "'%s' %zu", from, n);
        CHECK(memcmp(left, right, ROOM) == 0, "'%s' %zu", from, n);
        CHECK(model_strxfrm(left, from, n) == size, "'%s' %zu", from, n);
        size_t used = strlen(before);
        strcpy(left, before);
        strcpy(right, before);
        count = model_strlcat(left, from, n);
        if (used < n) {
            snprintf(right + used, n - used, "%s", from);
            CHECK(count == used + size, "'%s' '%s' %zu", before, from, n);
        } else {
            CHECK(count == n + size, "'%s' '%s' %zu", before, from, n);
        }
        CHECK(strcmp(left, right) == 0, "'%s' '%s' %zu", before, from, n);
    }
}

void compare_strings(void) {
    const struct strings *strings = strings_over("ab\xe1" "B", 3);
    for (int i = 0; i < strings->count; i++) {
        compare_one(text(0, strings->all[i]));
        compare_copies(text(0, strings->all[i]), strings->all[(i * 7) % strings->count]);
        for (int j = 0; j < strings->count; j++)
            compare_pair(text(0, strings->all[i]), text(1, strings->all[j]));
    }
    strings = strings_over("ab", 6);
    const struct strings haystacks = *strings;
    for (int i = 0; i < haystacks.count; i++)
        for (int j = 0; j < 31; j++)
            compare_pair(text(0, haystacks.all[i]), text(1, haystacks.all[j]));
}

typedef char *tokenizer(char *, const char *, char **);

static char *separate(char *s, const char *set, char **rest) {
    if (s != 0)
        *rest = s;
    return strsep(rest, set);
}
static char *model_separate(char *s, const char *set, char **rest) {
    if (s != 0)
        *rest = s;
    return model_strsep(rest, set);
}
static char *shared(char *s, const char *set, char **rest) {
    (void)rest;
    return strtok(s, set);
}
static char *model_shared(char *s, const char *set, char **rest) {
    (void)rest;
    return model_strtok(s, set);
}

static void compare_tokenizer(tokenizer *model, tokenizer *right, const char *s, const char *set) {
    size_t size = strlen(s) + 1;
    char *left_copy = text(0, s), *right_copy = text(1, s), *left_rest = 0, *right_rest = 0;
    char *left_at = left_copy, *right_at = right_copy;
    for (int i = 0; i < 8; i++) {
        char *a = model(left_at, set, &left_rest), *b = right(right_at, set, &right_rest);
        CHECK((a == 0) == (b == 0), "'%s' '%s'", s, set);
        if (a == 0 || b == 0)
            break;
        CHECK(a - left_copy == b - right_copy, "'%s' '%s'", s, set);
        CHECK(memcmp(left_copy, right_copy, size) == 0, "'%s' '%s'", s, set);
        left_at = right_at = 0;
    }
}

static int by_first(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

/* Pairs of a key and a number, so that it is seen which of equal elements comes first. */
static void compare_sorting(unsigned seed) {
    unsigned char left[20], right[20];
    size_t count = seed % 10;
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1103515245 + 12345;
        left[2 * i] = right[2 * i] = seed >> 16 & 3;
        left[2 * i + 1] = right[2 * i + 1] = (unsigned char)i;
    }
    model_qsort(left, count, 2, by_first);
    /* Insertion, the plainest stable sort: the C library's need not be stable. */
    for (size_t i = 1; i < count; i++)
        for (size_t j = i; j > 0 && right[2 * j - 2] > right[2 * j]; j--)
            for (int byte = 0; byte < 2; byte++) {
                unsigned char kept = right[2 * j + byte];
                right[2 * j + byte] = right[2 * j - 2 + byte];
                right[2 * j - 2 + byte] = kept;
            }
    CHECK(memcmp(left, right, 2 * count) == 0, "%zu elements", count);
    for (unsigned char key = 0; key < 5; key++)
        CHECK(model_bsearch(&key, left, count, 2, by_first) == bsearch(&key, left, count, 2, by_first),
              "key %d", key);
}

void compare_tokens(void) {
    const struct strings *strings = strings_over("ab,", 5);
    const char *sets[] = {",", ",a", "", "x", "ab,"};
    for (int i = 0; i < strings->count; i++)
        for (int set = 0; set < 5; set++) {
            compare_tokenizer(model_strtok_r, strtok_r, strings->all[i], sets[set]);
            compare_tokenizer(model_separate, separate, strings->all[i], sets[set]);
            compare_tokenizer(model_shared, shared, strings->all[i], sets[set]);
        }
    for (unsigned seed = 0; seed < 2000; seed++)
        compare_sorting(seed);
    for (int bit = -1; bit < 64; bit++) {
        long long number = bit < 0 ? 0 : (long long)(5ULL << bit);
        CHECK(model_ffs((int)number) == ffs((int)number), "%lld", number);
        CHECK(model_ffsl((long)number) == ffsl((long)number), "%lld", number);
        CHECK(model_ffsll(number) == ffsll(number), "%lld", number);
    }
    for (int n = -1; n < 6; n++) {
        char left[8] = "#######", right[8] = "#######";
        void model_swab(const void *, void *, ssize_t);
        model_swab("abcdef", left, n);
        swab("abcdef", right, n);
        CHECK(memcmp(left, right, 8) == 0, "swab %d", n);
    }
    int known[] = {36, 38, 75, 84, 110, 111};
    for (int error = 0; error < 35; error++)
        CHECK(strcmp(model_strerror(error), strerror(error)) == 0, "error %d", error);
    for (int i = 0; i < 6; i++)
        CHECK(strcmp(model_strerror(known[i]), strerror(known[i])) == 0, "error %d", known[i]);
}
