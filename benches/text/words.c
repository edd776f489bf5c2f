// A hash table of words with counts: a word adds, a word behind - removes.
// sizes: --sym-stdin 8
// klee: --sym-stdin 8
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 8 };

struct word {
    char *text;
    int count;
    struct word *next;
};

static struct word *buckets[BUCKETS];
static int total;

static unsigned hash(const char *text) {
    unsigned value = 0;
    while (*text)
        value = value * 33 + (unsigned char)*text++;
    return value % BUCKETS;
}

static void add(const char *text) {
    unsigned bucket = hash(text);
    total++;
    for (struct word *word = buckets[bucket]; word != NULL; word = word->next) {
        if (strcmp(word->text, text) == 0) { // expect: valid-deref
            word->count++;
            return;
        }
    }
    struct word *word = malloc(sizeof *word);
    if (word == NULL)
        exit(1);
    word->text = strdup(text);
    if (word->text == NULL)
        exit(1);
    word->count = 1;
    word->next = buckets[bucket];
    buckets[bucket] = word;
}

static void drop(const char *text) {
    unsigned bucket = hash(text);
    struct word *before = NULL;
    for (struct word *word = buckets[bucket]; word != NULL; word = word->next) {
        if (strcmp(word->text, text) == 0) { // expect: valid-deref
            if (before == NULL)
                buckets[bucket] = word->next;
            else
                before = word->next; // fixed: before->next = word->next;
            total -= word->count;
            free(word->text);
            free(word);
            return;
        }
        before = word;
    }
}

static int next_word(char *word, int size) {
    int c, length = 0;
    while ((c = getchar()) != EOF && isspace(c))
        ;
    while (c != EOF && !isspace(c)) {
        if (length < size - 1)
            word[length++] = (char)c;
        c = getchar();
    }
    word[length] = '\0';
    return length;
}

int main(void) {
    char word[12];
    while (next_word(word, sizeof word) > 0) {
        if (word[0] == '-')
            drop(word + 1);
        else
            add(word);
    }
    printf("%d\n", total);
    return 0;
}
