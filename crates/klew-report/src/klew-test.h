/* Written by klew: what test functions use. */
#ifndef KLEW_TEST_H
#define KLEW_TEST_H

#include <stddef.h>
#include <string.h>

/* Says so, and goes on, if the condition does not hold. */
#define CHECK(condition) klew_check(!!(condition), #condition, __FILE__, __LINE__)

struct klew_test {
    const char *name;
    void (*run)(void);
};

/* The tests of a program, with an entry of zeros at the end. */
extern const struct klew_test klew_tests[];

/* An input that the program asks for by calling a function. */
struct klew_tape_entry {
    const char *name;
    unsigned size;
    const unsigned char *data;
};

void klew_check(int holds, const char *condition, const char *file, int line);

/* An object of zeros; one that holds a text, of that size. */
void *klew_new(unsigned long size);
void *klew_copy(const char *text, unsigned long size);

/* Writes bytes, or a pointer, at an offset of an object. */
void klew_bytes(volatile void *to, unsigned long offset, const char *bytes, unsigned long size);
void klew_link(volatile void *to, unsigned long offset, const void *target);

/* Whether the program freed an object that klew_new or klew_copy made. */
int klew_is_freed(const volatile void *object);

/* What the program gets when it asks for inputs, one after the other, with an entry of zeros at the end. */
void klew_give(const struct klew_tape_entry *inputs);
void klew_take(void *to, unsigned long size, const char *name);

/* For klew, when it makes the tests. */
void klew_show(int number, const volatile void *value, unsigned long size);
void klew_show_freed(int number, const volatile void *object);

#endif
