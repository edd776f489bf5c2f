/* errno.h, and the texts of error numbers. */
#include "model.h"

static int number;

int *__errno_location(void) { return &number; }

/* The texts of the numbers below 35, and of a few more; of others any text. */
INTERNAL const char *known_text(int error) {
    switch (error) {
    case 0: return "Success";
    case 1: return "Operation not permitted";
    case 2: return "No such file or directory";
    case 3: return "No such process";
    case 4: return "Interrupted system call";
    case 5: return "Input/output error";
    case 6: return "No such device or address";
    case 7: return "Argument list too long";
    case 8: return "Exec format error";
    case 9: return "Bad file descriptor";
    case 10: return "No child processes";
    case 11: return "Resource temporarily unavailable";
    case 12: return "Cannot allocate memory";
    case 13: return "Permission denied";
    case 14: return "Bad address";
    case 15: return "Block device required";
    case 16: return "Device or resource busy";
    case 17: return "File exists";
    case 18: return "Invalid cross-device link";
    case 19: return "No such device";
    case 20: return "Not a directory";
    case 21: return "Is a directory";
    case 22: return "Invalid argument";
    case 23: return "Too many open files in system";
    case 24: return "Too many open files";
    case 25: return "Inappropriate ioctl for device";
    case 26: return "Text file busy";
    case 27: return "File too large";
    case 28: return "No space left on device";
    case 29: return "Illegal seek";
    case 30: return "Read-only file system";
    case 31: return "Too many links";
    case 32: return "Broken pipe";
    case 33: return "Numerical argument out of domain";
    case 34: return "Numerical result out of range";
    case 36: return "File name too long";
    case 38: return "Function not implemented";
    case 75: return "Value too large for defined data type";
    case 84: return "Invalid or incomplete multibyte or wide character";
    case 110: return "Connection timed out";
    case 111: return "Connection refused";
    default: return 0;
    }
}

enum { TEXT_SIZE = 64 };

static char other_text[TEXT_SIZE];
static char signal_text[TEXT_SIZE];

char *strerror(int error) {
    const char *text = known_text(error);
    if (text != 0)
        return (char *)text;
    klew_input_bytes(other_text, TEXT_SIZE - 1, "approximate strerror");
    klew_assume(other_text[0] != 0);
    return other_text;
}

char *strsignal(int signal) {
    (void)signal;
    klew_input_bytes(signal_text, TEXT_SIZE - 1, "approximate strsignal");
    klew_assume(signal_text[0] != 0);
    return signal_text;
}
