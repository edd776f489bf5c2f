/* Parts of paths, linear search, wide strings. */
#include "support.h"

#include <search.h>
#include <wchar.h>

extern char *model_basename(const char *), *model___xpg_basename(char *), *model_dirname(char *);
extern char *__xpg_basename(char *), *dirname(char *);
MODEL(lfind);
MODEL(lsearch);
MODEL(wcsstr);
MODEL(wcsrchr);
MODEL(wmemcmp);

static void compare_path(const char *s) {
    CHECK(strcmp(model_basename(s), basename(s)) == 0, "basename of '%s'", s);
    char left[8], right[8];
    strcpy(left, s), strcpy(right, s);
    CHECK(strcmp(model___xpg_basename(left), __xpg_basename(right)) == 0, "__xpg_basename of '%s'", s);
    strcpy(left, s), strcpy(right, s);
    char *a = model_dirname(left), *b = dirname(right);
    CHECK(strcmp(a, b) == 0, "dirname of '%s': '%s' and '%s'", s, a, b);
}

static int compare_ints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

void compare_paths(void) {
    const struct strings *strings = strings_over("/a.", 6);
    for (int i = 0; i < strings->count; i++)
        compare_path(strings->all[i]);
    int numbers[8] = {4, 2, 7};
    size_t count = 3;
    for (int key = 0; key < 9; key++)
        CHECK(model_lfind(&key, numbers, &count, sizeof key, compare_ints) ==
                  lfind(&key, numbers, &count, sizeof key, compare_ints), "lfind of %d", key);
    int key = 5;
    CHECK(model_lsearch(&key, numbers, &count, sizeof key, compare_ints) == numbers + 3 && count == 4 && numbers[3] == 5,
          "lsearch: %zu", count);
    const wchar_t *texts[] = {L"", L"a", L"ab", L"ba", L"aab", L"abab", L"bb"};
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++)
            CHECK(model_wcsstr(texts[i], texts[j]) == wcsstr(texts[i], texts[j]), "wcsstr %d %d", i, j);
    for (int i = 0; i < 7; i++)
        CHECK(model_wcsrchr(texts[i], L'a') == wcsrchr(texts[i], L'a') && model_wcsrchr(texts[i], 0) == wcsrchr(texts[i], 0), "wcsrchr %d", i);
}
