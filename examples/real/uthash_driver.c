/* Puts entries with any keys into a hash table, looks one up, deletes one, and frees the rest. */
#include <klew.h>
#include <stdlib.h>
#include <uthash.h>

enum { COUNT = 3 };

struct entry {
    unsigned char key;
    int value;
    UT_hash_handle hh;
};

int main(void)
{
    struct entry *table = 0, *entry, *next;
    unsigned char keys[COUNT];
    klew_input_bytes(keys, sizeof keys, "keys");
    for (int i = 0; i < COUNT; i++) {
        HASH_FIND(hh, table, &keys[i], 1, entry);
        if (entry == 0) {
            entry = malloc(sizeof *entry);
            entry->key = keys[i];
            HASH_ADD(hh, table, key, 1, entry);
        }
        entry->value = i;
    }
    HASH_FIND(hh, table, &keys[0], 1, entry);
    klew_assert(entry != 0 && entry->key == keys[0]);
    HASH_DEL(table, entry);
    free(entry);
    HASH_ITER(hh, table, entry, next) {
        HASH_DEL(table, entry);
        free(entry);
    }
    return 0;
}
