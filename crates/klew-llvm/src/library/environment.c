/* stdlib.h: the environment's variables. What starts the program says which are given, and how long the others can be
 * (klew-llvm's lower/variables.rs); these are what getenv makes up, at its first call with a name.
 *
 * The name is an input as well, bound to what it is, so that a finding tells it. From what these inputs are called
 * klew-report's outside.rs knows the environment: change both. */
#include "model.h"

struct variable {
    /* Not ended by 0 where it is part of what putenv was given. */
    const char *name;
    size_t length;
    /* 0: there is no such variable. */
    char *value;
};

/* Those that are given, ended by one without a name. */
struct variable klew_variables[1];
/* Objects for the values of others, ended by 0, each of `klew_value_size` bytes and one that is 0. */
char *klew_values[1];
size_t klew_value_size;
/* Whether there are no others. */
int klew_variables_are_known;
/* The program's `environ`, if it reads all variables at once. */
char ***klew_environ;

enum { ENTRIES = 64, LONGEST_NAME = 64, NAMES = 16 };

/* The last one of a name counts. None is taken out: programs keep pointers to values. */
static struct variable entries[ENTRIES];
static int first, count, all_known;
static char names[NAMES][LONGEST_NAME];
static int made_up;

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_setting_of_more_than_64_environment_variables(void);
void klew_unsupported_reading_of_more_environment_variables(void);
void klew_unsupported_environment_variable_with_a_name_of_more_than_63_characters(void);
void klew_unsupported_change_of_the_environment_beside_environ(void);
/* Longer values, and more strings, are beyond the bound. */
void klew_bound_environment_variables(void);

INTERNAL int is_named(const struct variable *variable, const char *name, size_t length) {
    if (variable->length != length)
        return 0;
    for (size_t i = 0; i < length; i++)
        if (variable->name[i] != name[i])
            return 0;
    return 1;
}

INTERNAL const struct variable *known(const char *name, size_t length) {
    for (int i = count; i > first; i--)
        if (is_named(&entries[i - 1], name, length))
            return &entries[i - 1];
    if (!all_known)
        for (const struct variable *variable = klew_variables; variable->name != 0; variable++)
            if (is_named(variable, name, length))
                return variable;
    return 0;
}

INTERNAL void add(const char *name, size_t length, char *value) {
    if (count == ENTRIES)
        klew_unsupported_setting_of_more_than_64_environment_variables();
    entries[count].name = name;
    entries[count].length = length;
    entries[count++].value = value;
}

/* Also where the name is an empty text or one with '=' in it, which no variable has: then any value is too much. */
char *klew_any_variable(const char *name, size_t length) {
    if (length >= LONGEST_NAME)
        klew_unsupported_environment_variable_with_a_name_of_more_than_63_characters();
    if (made_up == NAMES || klew_values[made_up] == 0)
        klew_unsupported_reading_of_more_environment_variables();
    char *copy = names[made_up], *value = klew_values[made_up];
    made_up++;
    klew_input_bytes(copy, length, "environment variable");
    for (size_t i = 0; i < length; i++)
        klew_assume(copy[i] == name[i]);
    int state = klew_range(0, 3, "environment variable is set");
    if (state == 2)
        klew_bound_environment_variables();
    if (state == 1)
        klew_input_bytes(value, klew_value_size, "value of environment variable");
    else
        value = 0;
    add(copy, length, value);
    return value;
}

/* As the C library searches `environ`. */
INTERNAL char *search(char **strings, const char *name, size_t length) {
    if (strings == 0)
        return 0;
    for (; *strings != 0; strings++) {
        size_t i = 0;
        while (i < length && (*strings)[i] == name[i])
            i++;
        if (i == length && (*strings)[i] == '=')
            return *strings + length + 1;
    }
    return 0;
}

INTERNAL char *value_of(const char *name) {
    size_t length = length_of(name);
    if (length == 0)
        return 0;
    if (klew_environ != 0)
        return search(*klew_environ, name, length);
    const struct variable *variable = known(name, length);
    if (variable != 0)
        return variable->value;
    if (all_known | klew_variables_are_known)
        return 0;
    return klew_any_variable(name, length);
}

char *getenv(const char *name) { return value_of(name); }
char *secure_getenv(const char *name) { return value_of(name); }
char *__secure_getenv(const char *name) { return value_of(name); }

/* Whether a variable is given; nothing is made up. */
int klew_variable_is_given(const char *name) {
    if (klew_environ != 0)
        return search(*klew_environ, name, length_of(name)) != 0;
    const struct variable *variable = known(name, length_of(name));
    return variable != 0 && variable->value != 0;
}

/* The length of a name that a variable can have; 0 for others. */
INTERNAL size_t proper_length(const char *name) {
    if (name == 0)
        return 0;
    size_t length = 0;
    while (name[length] != 0 && name[length] != '=')
        length++;
    return name[length] == '=' ? 0 : length;
}

INTERNAL char *copy_of(const char *text, size_t length) {
    char *copy = malloc(length + 1);
    if (copy == 0)
        return 0;
    __builtin_memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

INTERNAL void may_change(void) {
    if (klew_environ != 0)
        klew_unsupported_change_of_the_environment_beside_environ();
}

int setenv(const char *name, const char *value, int overwrite) {
    size_t length = proper_length(name);
    if (length == 0) {
        *__errno_location() = MODEL_EINVAL;
        return -1;
    }
    may_change();
    if (!overwrite && value_of(name) != 0)
        return 0;
    char *own_name = copy_of(name, length);
    char *own_value = copy_of(value, length_of(value));
    if ((own_name == 0) | (own_value == 0)) {
        *__errno_location() = MODEL_ENOMEM;
        return -1;
    }
    add(own_name, length, own_value);
    return 0;
}

INTERNAL int forget(const char *name) {
    size_t length = proper_length(name);
    if (length == 0) {
        *__errno_location() = MODEL_EINVAL;
        return -1;
    }
    may_change();
    char *own_name = copy_of(name, length);
    if (own_name == 0) {
        *__errno_location() = MODEL_ENOMEM;
        return -1;
    }
    add(own_name, length, 0);
    return 0;
}

int unsetenv(const char *name) { return forget(name); }

/* The string itself becomes part of the environment. */
int putenv(char *string) {
    size_t length = 0;
    while (string[length] != 0 && string[length] != '=')
        length++;
    if (string[length] == 0)
        return forget(string);
    may_change();
    add(string, length, string + length + 1);
    return 0;
}

int clearenv(void) {
    may_change();
    first = count;
    all_known = 1;
    return 0;
}

/* A string of the environment: NAME=VALUE of at most `size` characters. */
INTERNAL void any_string(char *string, size_t size) {
    klew_input_bytes(string, size, "environment string");
    int ended = 0, named = 0;
    for (size_t i = 0; i < size; i++) {
        ended |= string[i] == 0;
        named |= (string[i] == '=') & !ended;
    }
    klew_assume(named & (string[0] != '='));
}

/* Makes the strings from there on up to the null at the end inputs; there may be fewer. */
void klew_make_environment(char **strings, size_t size) {
    int most = 0;
    while (strings[most] != 0)
        most++;
    int number = klew_range(0, most + 2, "environment strings");
    if (number > most)
        klew_bound_environment_variables();
    for (int i = 0; i < most; i++) {
        if (i == number) {
            strings[i] = 0;
            break;
        }
        any_string(strings[i], size);
    }
}
