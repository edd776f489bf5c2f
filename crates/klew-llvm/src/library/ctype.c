/* ctype.h and wctype.h in the C locale, with glibc's values. Branch-free. */
#include "model.h"

/* The classes, as bits of the words that glibc's table has (little-endian). */
enum {
    UPPER = 0x100,
    LOWER = 0x200,
    ALPHA = 0x400,
    DIGIT = 0x800,
    XDIGIT = 0x1000,
    SPACE = 0x2000,
    PRINT = 0x4000,
    GRAPH = 0x8000,
    BLANK = 0x1,
    CNTRL = 0x2,
    PUNCT = 0x4,
    ALNUM = 0x8,
};

/* From -128 to 255; only 0 to 127 have classes. */
static const unsigned short classes[384] = {
    [128] = 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,
    0x0002, 0x2003, 0x2002, 0x2002, 0x2002, 0x2002, 0x0002, 0x0002,
    0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,
    0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002, 0x0002,
    0x6001, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808,
    0xd808, 0xd808, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xc004, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xc508,
    0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508,
    0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508,
    0xc508, 0xc508, 0xc508, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xc004, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xc608,
    0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
    0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
    0xc608, 0xc608, 0xc608, 0xc004, 0xc004, 0xc004, 0xc004, 0x0002,
};

static const unsigned short *const classes_at_zero = classes + 128;

const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes_at_zero; }

static const int32_t lower_cases[384] = {
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146,
    147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165,
    166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184,
    185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203,
    204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222,
    223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241,
    242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8,
    9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
    33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56,
    57, 58, 59, 60, 61, 62, 63, 64, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109,
    110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 91, 92, 93, 94, 95, 96, 97, 98,
    99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117,
    118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136,
    137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155,
    156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174,
    175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193,
    194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212,
    213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, 224, 225, 226, 227, 228, 229, 230, 231,
    232, 233, 234, 235, 236, 237, 238, 239, 240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250,
    251, 252, 253, 254, 255,
};

static const int32_t upper_cases[384] = {
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146,
    147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165,
    166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184,
    185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203,
    204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222,
    223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241,
    242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8,
    9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
    33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56,
    57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80,
    81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 65, 66, 67, 68, 69, 70, 71, 72,
    73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 123, 124, 125, 126, 127,
    128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146,
    147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165,
    166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184,
    185, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203,
    204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222,
    223, 224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, 240, 241,
    242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255,
};

static const int32_t *const lower_cases_at_zero = lower_cases + 128;
static const int32_t *const upper_cases_at_zero = upper_cases + 128;

const int32_t **__ctype_tolower_loc(void) { return (const int32_t **)&lower_cases_at_zero; }
const int32_t **__ctype_toupper_loc(void) { return (const int32_t **)&upper_cases_at_zero; }

INTERNAL int within(int c, int first, int last) {
    return (unsigned)c - (unsigned)first <= (unsigned)(last - first);
}

INTERNAL int upper_class(int c) { return within(c, 'A', 'Z') * UPPER; }
INTERNAL int lower_class(int c) { return within(c, 'a', 'z') * LOWER; }
INTERNAL int alpha_class(int c) { return within(c | 32, 'a', 'z') * ALPHA; }
INTERNAL int digit_class(int c) { return within(c, '0', '9') * DIGIT; }
INTERNAL int xdigit_class(int c) { return (within(c, '0', '9') | within(c | 32, 'a', 'f')) * XDIGIT; }
INTERNAL int space_class(int c) { return is_space(c) * SPACE; }
INTERNAL int print_class(int c) { return within(c, ' ', '~') * PRINT; }
INTERNAL int graph_class(int c) { return within(c, '!', '~') * GRAPH; }
INTERNAL int blank_class(int c) { return ((c == ' ') | (c == '\t')) * BLANK; }
INTERNAL int cntrl_class(int c) { return (within(c, 0, 31) | (c == 127)) * CNTRL; }
INTERNAL int alnum_class(int c) { return (within(c, '0', '9') | within(c | 32, 'a', 'z')) * ALNUM; }
INTERNAL int punct_class(int c) {
    int letter_or_digit = within(c, '0', '9') | within(c | 32, 'a', 'z');
    return (within(c, '!', '~') & (letter_or_digit ^ 1)) * PUNCT;
}

/* Others than characters and the end of a file are outside glibc's table. */
INTERNAL void check_character(int c) {
    klee_check_memory_access(&classes[(long)c + 128], sizeof classes[0]);
}

#define PUBLIC(NAME)           \
    int is##NAME(int c) {      \
        check_character(c);    \
        return NAME##_class(c); \
    }

PUBLIC(upper)
PUBLIC(lower)
PUBLIC(alpha)
PUBLIC(digit)
PUBLIC(xdigit)
PUBLIC(space)
PUBLIC(print)
PUBLIC(graph)
PUBLIC(blank)
PUBLIC(cntrl)
PUBLIC(alnum)
PUBLIC(punct)

int isascii(int c) { return within(c, 0, 127); }
int toascii(int c) { return c & 127; }

/* glibc takes characters from -128 to -2 for the same bytes from 128 on. */
int tolower(int c) { return c + within(c, 'A', 'Z') * 32 + within(c, -128, -2) * 256; }
int toupper(int c) { return c - within(c, 'a', 'z') * 32 + within(c, -128, -2) * 256; }

int _tolower(int c) { return tolower(c); }
int _toupper(int c) { return toupper(c); }

/* wctype.h: the C locale has the classes of ASCII only. */
typedef unsigned wide;
int iswupper(wide c) { return upper_class((int)c); }
int iswlower(wide c) { return lower_class((int)c); }
int iswalpha(wide c) { return alpha_class((int)c); }
int iswdigit(wide c) { return digit_class((int)c); }
int iswxdigit(wide c) { return xdigit_class((int)c); }
int iswspace(wide c) { return space_class((int)c); }
int iswprint(wide c) { return print_class((int)c); }
int iswgraph(wide c) { return graph_class((int)c); }
int iswblank(wide c) { return blank_class((int)c); }
int iswcntrl(wide c) { return cntrl_class((int)c); }
int iswalnum(wide c) { return alnum_class((int)c); }
int iswpunct(wide c) { return punct_class((int)c); }
wide towlower(wide c) { return c + (wide)within((int)c, 'A', 'Z') * 32; }
wide towupper(wide c) { return c - (wide)within((int)c, 'a', 'z') * 32; }
