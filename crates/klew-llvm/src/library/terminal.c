/* termios.h and sys/ioctl.h: what is asked of terminals. What they answer is arbitrary. */
#include "input_file.h"

/* The terminal's size and settings, as the kernel has them. */
enum { GET_SETTINGS = 0x5401, SET_SETTINGS = 0x5402, SET_SETTINGS_LATER = 0x5403, GET_SIZE = 0x5413 };
enum { SETTINGS_OF_KERNEL = 36, SETTINGS = 60, WINDOW = 8 };

/* Not done by klew; runs that come here are reported as incomplete. */
void klew_unsupported_request_of_ioctl(void);

/* What is not known may be one. */
INTERNAL int is_terminal(int descriptor) {
    struct open_file *open = klew_description(descriptor);
    if (open != 0 && klew_open_file(descriptor) != 0)
        open->terminal = 2;
    return open != 0 && klew_is_terminal(open);
}

INTERNAL int any_settings(int descriptor, void *to, size_t size) {
    if (!is_terminal(descriptor))
        return -1;
    klew_input_bytes(to, size, "terminal");
    return 0;
}

INTERNAL int set(int descriptor) {
    if (!is_terminal(descriptor))
        return -1;
    return klew_bool("tcsetattr fails") ? FAIL_SOMEHOW("errno of tcsetattr") : 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
    va_list list;
    va_start(list, request);
    void *argument = va_arg(list, void *);
    va_end(list);
    switch ((unsigned)request) {
    case GET_SETTINGS: return any_settings(descriptor, argument, SETTINGS_OF_KERNEL);
    case GET_SIZE: return any_settings(descriptor, argument, WINDOW);
    case SET_SETTINGS:
    case SET_SETTINGS_LATER:
        klee_check_memory_access(argument, SETTINGS_OF_KERNEL);
        return set(descriptor);
    default: klew_unsupported_request_of_ioctl(); return -1;
    }
}

int tcgetattr(int descriptor, void *settings) { return any_settings(descriptor, settings, SETTINGS); }

int tcsetattr(int descriptor, int when, const void *settings) {
    klee_check_memory_access(settings, SETTINGS);
    if ((unsigned)when > 2) {
        *__errno_location() = MODEL_EINVAL;
        return -1;
    }
    return set(descriptor);
}

enum { NAME_SIZE = 32 };

static char name[NAME_SIZE];

char *ttyname(int descriptor) {
    if (!is_terminal(descriptor))
        return 0;
    klew_input_bytes(name, NAME_SIZE, "ttyname");
    klew_assume((name[0] == '/') & (name[NAME_SIZE - 1] == 0));
    return name;
}
