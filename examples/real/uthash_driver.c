/* Puts entries with any keys into a hash table, looks one up, deletes one, and frees the rest. */
#include <klew.h>
#include <stdlib.h>
#include <uthash.h>

enum { COUNT = 3 };

struct entry {
    int key;
    int value;
    UT_hash_handle hh;
};

int main(void)
{
    struct entry *table = 0, *entry, *next;
    int keys[COUNT];
    klew_input_bytes(keys, sizeof keys, "keys");
    for (int i = 0; i < COUNT; i++) {
        HASH_FIND_INT(table, &keys[i], entry);
        if (entry == 0) {
            entry = malloc(sizeof *entry);
            entry->key = keys[i];
            HASH_ADD_INT(table, key, entry);
        }
        entry->value = i;
    }
    HASH_FIND_INT(table, &keys[0], entry);
    klew_assert(entry != 0 && entry->key == keys[0]);
    HASH_DEL(table, entry);
    free(entry);
    HASH_ITER(hh, table, entry, next) {
        HASH_DEL(table, entry);
        free(entry);
    }
    return 0;
}
