/* ctype.h in the C locale. The tables are those that glibc's macros read. */
#include "models.h"

#define CLASS_UPPER 0x100
#define CLASS_LOWER 0x200
#define CLASS_ALPHA 0x400
#define CLASS_DIGIT 0x800
#define CLASS_XDIGIT 0x1000
#define CLASS_SPACE 0x2000
#define CLASS_PRINT 0x4000
#define CLASS_GRAPH 0x8000
#define CLASS_BLANK 0x1
#define CLASS_CNTRL 0x2
#define CLASS_PUNCT 0x4
#define CLASS_ALNUM 0x8

int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isalpha(int c) { return isupper(c) || islower(c); }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int isblank(int c) { return c == ' ' || c == '\t'; }
int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
int isprint(int c) { return c >= 32 && c < 127; }
int isgraph(int c) { return c > 32 && c < 127; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int isascii(int c) { return c >= 0 && c < 128; }
int toascii(int c) { return c & 127; }
int tolower(int c) { return isupper(c) ? c + ('a' - 'A') : c; }
int toupper(int c) { return islower(c) ? c - ('a' - 'A') : c; }

/* Indices -128 to 255, as glibc's. The tables are filled at the first use. */
static unsigned short class_table[384];
static int lower_table[384];
static int upper_table[384];
static const unsigned short *class_start;
static const int *lower_start;
static const int *upper_start;

const unsigned short **__ctype_b_loc(void) {
    if (!class_start) {
        for (int c = 0; c < 128; c++) {
            unsigned short bits = 0;
            if (isupper(c)) bits |= CLASS_UPPER;
            if (islower(c)) bits |= CLASS_LOWER;
            if (isalpha(c)) bits |= CLASS_ALPHA;
            if (isdigit(c)) bits |= CLASS_DIGIT;
            if (isxdigit(c)) bits |= CLASS_XDIGIT;
            if (isspace(c)) bits |= CLASS_SPACE;
            if (isprint(c)) bits |= CLASS_PRINT;
            if (isgraph(c)) bits |= CLASS_GRAPH;
            if (isblank(c)) bits |= CLASS_BLANK;
            if (iscntrl(c)) bits |= CLASS_CNTRL;
            if (ispunct(c)) bits |= CLASS_PUNCT;
            if (isalnum(c)) bits |= CLASS_ALNUM;
            class_table[c + 128] = bits;
        }
        class_start = class_table + 128;
    }
    return &class_start;
}

/* glibc's tables map -128 to -2 like 128 to 254, and -1 (EOF) to itself. */
static int unchanged(int c) { return c < -1 ? c + 256 : c; }

const int **__ctype_tolower_loc(void) {
    if (!lower_start) {
        for (int c = -128; c < 256; c++) lower_table[c + 128] = unchanged(tolower(c));
        lower_start = lower_table + 128;
    }
    return &lower_start;
}

const int **__ctype_toupper_loc(void) {
    if (!upper_start) {
        for (int c = -128; c < 256; c++) upper_table[c + 128] = unchanged(toupper(c));
        upper_start = upper_table + 128;
    }
    return &upper_start;
}
