/* Written by klew: what stands behind klew-test.h. Runs the tests that are named, or all. */
#include "klew-test.h"

static const struct klew_tape_entry *klew_tape;
static unsigned klew_tape_length;
#define KLEW_TAPE_LENGTH klew_tape_length
#define KLEW_IN_ORDER 0
#include "klew-runtime.h"

static unsigned klew_failures;

void klew_check(int holds, const char *condition, const char *file, int line)
{
    if (holds)
        return;
    klew_failures++;
    fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, condition);
}

/* Objects of the test, kept so that they are never lost. */
static struct {
    void *object;
    int freed;
} klew_objects[1 << 16];
static unsigned klew_object_count;

void *__real_malloc(size_t size);
void *__real_realloc(void *object, size_t size);
void __real_free(void *object);

void *klew_new(unsigned long size)
{
    void *object = malloc(size);
    if (!object || klew_object_count == sizeof klew_objects / sizeof *klew_objects) {
        fprintf(stderr, "klew: there is no memory for the input\n");
        klew_flush_and_exit(79);
    }
    memset(object, 0, size);
    klew_objects[klew_object_count++].object = object;
    return object;
}

void *klew_copy(const char *text, unsigned long size)
{
    return memcpy(klew_new(size), text, size);
}

void klew_bytes(volatile void *to, unsigned long offset, const char *bytes, unsigned long size)
{
    memcpy((char *)to + offset, bytes, size);
}

void klew_link(volatile void *to, unsigned long offset, const void *target)
{
    memcpy((char *)to + offset, &target, sizeof target);
}

static void klew_note_freed(const void *object)
{
    unsigned index;
    for (index = 0; object && index < klew_object_count; index++)
        if (klew_objects[index].object == object)
            klew_objects[index].freed = 1;
}

void __wrap_free(void *object)
{
    klew_note_freed(object);
    __real_free(object);
}

void *__wrap_realloc(void *object, size_t size)
{
    klew_note_freed(object);
    return __real_realloc(object, size);
}

int klew_is_freed(const volatile void *object)
{
    unsigned index;
    for (index = 0; index < klew_object_count; index++)
        if (klew_objects[index].object == object && klew_objects[index].freed)
            return 1;
    return 0;
}

void klew_give(const struct klew_tape_entry *inputs)
{
    klew_tape = inputs;
    klew_next = klew_tape_length = 0;
    while (inputs[klew_tape_length].name)
        klew_tape_length++;
}

void klew_take(void *to, unsigned long size, const char *name) { klew_input(to, size, name); }

void klew_show(int number, const volatile void *value, unsigned long size)
{
    static void *volatile kept[1 << 12]; /* What the function returns is not lost. */
    static unsigned count;
    FILE *file = fopen("klew-seen", "a");
    unsigned long index;
    if (size == sizeof *kept && count < sizeof kept / sizeof *kept)
        memcpy((void *)&kept[count++], (const void *)value, size);
    if (!file)
        klew_flush_and_exit(79);
    fprintf(file, "%d ", number);
    for (index = 0; index < size; index++)
        fprintf(file, "%02x", ((const volatile unsigned char *)value)[index]);
    fprintf(file, "\n");
    fclose(file);
}

void klew_show_freed(int number, const volatile void *object)
{
    unsigned char freed = (unsigned char)klew_is_freed(object);
    klew_show(number, &freed, 1);
}

int main(int count, char **words)
{
    const struct klew_test *test;
    int index, ran = 0;
    for (test = klew_tests; test->name; test++) {
        int wanted = count < 2;
        for (index = 1; index < count; index++)
            wanted |= !strcmp(words[index], test->name);
        if (wanted) {
            test->run();
            ran++;
        }
    }
    if (!ran) {
        fprintf(stderr, "there is no such test\n");
        return 2;
    }
    return klew_failures ? 1 : 0;
}
