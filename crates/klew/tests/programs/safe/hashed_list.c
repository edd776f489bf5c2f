// What nodes of a list hold is computed: a remainder is below its divisor, however long the list is.
#include <klew.h>
#include <assert.h>
#include <stdlib.h>

struct entry {
    int key;
    int hash;
    struct entry *next;
};

static int buckets;

static int hash(int key) {
    return key % buckets;
}

int main(void) {
    buckets = klew_int("buckets");
    klew_assume(buckets > 0 && buckets < 1000000);
    struct entry *list = NULL;
    while (klew_int("more")) {
        int key = klew_int("key");
        if (key < 0)
            continue;
        struct entry *entry = malloc(sizeof *entry);
        entry->key = key;
        entry->hash = hash(key);
        entry->next = list;
        list = entry;
    }
    while (list) {
        assert(list->hash >= 0 && list->hash < buckets);
        struct entry *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
