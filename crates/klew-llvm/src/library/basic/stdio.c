/* stdio.h: output is not looked at, but what is printed is read; input is arbitrary. */
#include "models.h"

typedef struct file { char handle; } FILE;
#define EOF (-1)

static FILE klew_stdin, klew_stdout, klew_stderr;
FILE *stdin = &klew_stdin;
FILE *stdout = &klew_stdout;
FILE *stderr = &klew_stderr;

/* Where characters go: to memory up to a limit, or nowhere. */
struct sink {
    char *to;
    size_t limit;
    size_t count;
    int nowhere;
};

static void put(struct sink *sink, char c) {
    if (sink->count < sink->limit) sink->to[sink->count] = c;
    sink->count++;
}

static void pad(struct sink *sink, char c, int count) {
    for (; count > 0; count--) put(sink, c);
}

struct conversion {
    int left, plus, blank, alternate, zero;
    int width, precision;
};

static void put_number(struct sink *sink, const struct conversion *how, unsigned long long value,
                       unsigned base, int upper, char sign) {
    char digits[24];
    int count = 0;
    int zero = value == 0;
    while (value) {
        unsigned digit = value % base;
        digits[count++] = digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10;
        value /= base;
    }
    int least = how->precision >= 0 ? how->precision : 1;
    int prefix = how->alternate && base == 16 && !zero ? 2 : 0;
    if (how->alternate && base == 8 && least <= count) least = count + 1;
    int length = (count < least ? least : count) + prefix + (sign != 0);
    int fill_zeros = how->zero && !how->left && how->precision < 0;
    if (!how->left && !fill_zeros) pad(sink, ' ', how->width - length);
    if (sign) put(sink, sign);
    if (prefix) {
        put(sink, '0');
        put(sink, upper ? 'X' : 'x');
    }
    if (fill_zeros) pad(sink, '0', how->width - length);
    pad(sink, '0', least - count);
    while (count) put(sink, digits[--count]);
    if (how->left) pad(sink, ' ', how->width - length);
}

static void put_text(struct sink *sink, const struct conversion *how, const char *text) {
    int length = 0;
    while ((how->precision < 0 || length < how->precision) && text[length]) length++;
    if (sink->nowhere) return;
    if (!how->left) pad(sink, ' ', how->width - length);
    for (int i = 0; i < length; i++) put(sink, text[i]);
    if (how->left) pad(sink, ' ', how->width - length);
}

static void put_wide(void) { klew_unsupported("wide characters in a format"); }

/* Everything about a format. Numbers are not written out where nobody can see them. */
static void print(struct sink *sink, const char *format, va_list list) {
    for (; *format; format++) {
        if (*format != '%') {
            if (!sink->nowhere) put(sink, *format);
            continue;
        }
        format++;
        struct conversion how = {0, 0, 0, 0, 0, 0, -1};
        for (;; format++) {
            if (*format == '-') how.left = 1;
            else if (*format == '+') how.plus = 1;
            else if (*format == ' ') how.blank = 1;
            else if (*format == '#') how.alternate = 1;
            else if (*format == '0') how.zero = 1;
            else break;
        }
        if (*format == '*') {
            how.width = va_arg(list, int);
            if (how.width < 0) how.left = 1, how.width = -how.width;
            format++;
        } else {
            for (; *format >= '0' && *format <= '9'; format++)
                how.width = how.width * 10 + (*format - '0');
        }
        if (*format == '.') {
            format++;
            how.precision = 0;
            if (*format == '*') {
                how.precision = va_arg(list, int);
                format++;
            } else {
                for (; *format >= '0' && *format <= '9'; format++)
                    how.precision = how.precision * 10 + (*format - '0');
            }
        }
        /* Sizes: -2 char, -1 short, 0 int, 1 long, 2 long long, 3 long double. */
        int size = 0;
        for (;; format++) {
            if (*format == 'h') size--;
            else if (*format == 'l') size++;
            else if (*format == 'q' || *format == 'j') size = 2;
            else if (*format == 'z' || *format == 't') size = 1;
            else if (*format == 'L') size = 3;
            else break;
        }
        char c = *format;
        if (c == 'd' || c == 'i') {
            long long value;
            if (size >= 2) value = va_arg(list, long long);
            else if (size == 1) value = va_arg(list, long);
            else value = va_arg(list, int);
            if (sink->nowhere) continue;
            if (size == -1) value = (short)value;
            if (size == -2) value = (signed char)value;
            char sign = value < 0 ? '-' : how.plus ? '+' : how.blank ? ' ' : 0;
            unsigned long long magnitude = value;
            put_number(sink, &how, value < 0 ? 0 - magnitude : magnitude, 10, 0, sign);
        } else if (c == 'u' || c == 'x' || c == 'X' || c == 'o') {
            unsigned long long value;
            if (size >= 2) value = va_arg(list, unsigned long long);
            else if (size == 1) value = va_arg(list, unsigned long);
            else value = va_arg(list, unsigned);
            if (sink->nowhere) continue;
            if (size == -1) value = (unsigned short)value;
            if (size == -2) value = (byte)value;
            put_number(sink, &how, value, c == 'u' ? 10 : c == 'o' ? 8 : 16, c == 'X', 0);
        } else if (c == 'c') {
            if (size) put_wide();
            char value = va_arg(list, int);
            if (sink->nowhere) continue;
            if (!how.left) pad(sink, ' ', how.width - 1);
            put(sink, value);
            if (how.left) pad(sink, ' ', how.width - 1);
        } else if (c == 's') {
            if (size) put_wide();
            const char *text = va_arg(list, const char *);
            put_text(sink, &how, text ? text : "(null)");
        } else if (c == 'p') {
            void *value = va_arg(list, void *);
            if (!sink->nowhere) klew_unsupported("%p in a format that writes to memory");
        } else if (c == 'f' || c == 'F' || c == 'e' || c == 'E' || c == 'g' || c == 'G' ||
                   c == 'a' || c == 'A') {
            if (size == 3) (void)va_arg(list, long double);
            else (void)va_arg(list, double);
            if (!sink->nowhere) klew_unsupported("a floating-point number in a format that writes to memory");
        } else if (c == 'n') {
            if (sink->nowhere || size) klew_unsupported("%n in a format");
            *va_arg(list, int *) = sink->count;
        } else if (c == '%') {
            if (!sink->nowhere) put(sink, '%');
        } else {
            klew_unsupported("an unknown conversion in a format");
        }
    }
}

/* How many characters were printed to a file, or some negative number. */
static int printed(void) { return klew_arbitrary_int(); }

int vprintf(const char *format, va_list list) {
    struct sink sink = {NULL, 0, 0, 1};
    print(&sink, format, list);
    return printed();
}

int vfprintf(FILE *file, const char *format, va_list list) {
    (void)*(volatile char *)&file->handle;
    return vprintf(format, list);
}

int printf(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vprintf(format, list);
    va_end(list);
    return count;
}

int __printf_chk(int flag, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vprintf(format, list);
    va_end(list);
    return count;
}

int fprintf(FILE *file, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vfprintf(file, format, list);
    va_end(list);
    return count;
}

int __fprintf_chk(FILE *file, int flag, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vfprintf(file, format, list);
    va_end(list);
    return count;
}

int vsnprintf(char *to, size_t size, const char *format, va_list list) {
    struct sink sink = {to, size ? size - 1 : 0, 0, 0};
    print(&sink, format, list);
    if (size) to[sink.count < size ? sink.count : size - 1] = 0;
    return sink.count;
}

int snprintf(char *to, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsnprintf(to, size, format, list);
    va_end(list);
    return count;
}

int __snprintf_chk(char *to, size_t size, int flag, size_t room, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsnprintf(to, size, format, list);
    va_end(list);
    return count;
}

int vsprintf(char *to, const char *format, va_list list) {
    struct sink sink = {to, ~(size_t)0, 0, 0};
    print(&sink, format, list);
    to[sink.count] = 0;
    return sink.count;
}

int sprintf(char *to, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsprintf(to, format, list);
    va_end(list);
    return count;
}

int __sprintf_chk(char *to, int flag, size_t room, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsprintf(to, format, list);
    va_end(list);
    return count;
}

int puts(const char *text) {
    strlen(text);
    return printed();
}

int fputs(const char *text, FILE *file) {
    (void)*(volatile char *)&file->handle;
    return puts(text);
}

int putchar(int c) { return klew_arbitrary_int() ? (byte)c : EOF; }
int fputc(int c, FILE *file) {
    (void)*(volatile char *)&file->handle;
    return putchar(c);
}
int putc(int c, FILE *file) { return fputc(c, file); }

void perror(const char *text) {
    if (text) strlen(text);
}

int fflush(FILE *file) {
    if (file) (void)*(volatile char *)&file->handle;
    return klew_arbitrary_int() ? 0 : EOF;
}

FILE *fopen(const char *name, const char *mode) {
    strlen(name);
    strlen(mode);
    if (klew_arbitrary_int()) return NULL;
    FILE *file = malloc(sizeof(FILE));
    if (file) file->handle = 0;
    return file;
}

int fclose(FILE *file) {
    (void)*(volatile char *)&file->handle;
    if (file != stdin && file != stdout && file != stderr) free(file);
    return klew_arbitrary_int() ? 0 : EOF;
}

int feof(FILE *file) {
    (void)*(volatile char *)&file->handle;
    return klew_arbitrary_int();
}

int ferror(FILE *file) {
    (void)*(volatile char *)&file->handle;
    return klew_arbitrary_int();
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
    (void)*(volatile char *)&file->handle;
    size_t bytes;
    if (__builtin_mul_overflow(size, count, &bytes)) klew_unsupported("fwrite of more than all memory");
    const byte *p = from;
    for (size_t i = 0; i < bytes; i++) (void)*(volatile const byte *)&p[i];
    size_t written = klew_arbitrary_long();
    klew_assume(written <= count);
    return written;
}

int getchar(void) {
    int c = klew_int("getchar");
    klew_assume(c >= EOF && c <= 255);
    return c;
}

int fgetc(FILE *file) {
    (void)*(volatile char *)&file->handle;
    return getchar();
}

int getc(FILE *file) { return fgetc(file); }

char *fgets(char *to, int size, FILE *file) {
    int count = 0;
    while (count < size - 1) {
        int c = fgetc(file);
        if (c == EOF) {
            if (count == 0 || klew_arbitrary_int()) return NULL;
            break;
        }
        to[count++] = c;
        if (c == '\n') break;
    }
    if (size > 0) to[count] = 0;
    return to;
}

char *gets(char *to) {
    size_t count = 0;
    for (;;) {
        int c = getchar();
        if (c == EOF) {
            if (count == 0) return NULL;
            break;
        }
        if (c == '\n') break;
        to[count++] = c;
    }
    to[count] = 0;
    return to;
}
