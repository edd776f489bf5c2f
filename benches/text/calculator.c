// A calculator: sums, products, powers and brackets, a line at a time.
// sizes: --sym-stdin 7
// klee: --sym-stdin 7
#include <ctype.h>
#include <stdio.h>

static const char *at;
static int failed;

static long expression(void);

static long number(void) {
    if (!isdigit((unsigned char)*at)) {
        failed = 1;
        return 0;
    }
    long value = 0;
    while (isdigit((unsigned char)*at) && value < 100000)
        value = value * 10 + (*at++ - '0');
    return value;
}

static long factor(void) {
    while (*at == ' ')
        at++;
    if (*at == '(') {
        at++;
        long value = expression();
        if (*at != ')') {
            failed = 1;
            return 0;
        }
        at++;
        return value;
    }
    return number();
}

static long power(void) {
    static const long powers_of_two[16] = {1,   2,   4,    8,    16,   32,   64,    128,
                                           256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
    long base = factor();
    if (*at != '^')
        return base;
    at++;
    long exponent = factor();
    if (base != 2 || exponent > 15) { // fixed: if (base != 2 || exponent < 0 || exponent > 15) {
        failed = 1;
        return 0;
    }
    return powers_of_two[exponent]; // expect: valid-deref
}

static long product(void) {
    long value = power();
    while (!failed && (*at == '*' || *at == '/')) {
        char sign = *at++;
        long right = power();
        if (sign == '*') {
            value = (value % 100000) * (right % 100000);
        } else if (right != 0) {
            value /= right;
        } else {
            failed = 1;
        }
    }
    return value;
}

static long expression(void) {
    long value = product();
    while (!failed && (*at == '+' || *at == '-')) {
        char sign = *at++;
        long right = product();
        value = sign == '+' ? value + right : value - right;
    }
    return value;
}

int main(void) {
    char line[80];
    while (fgets(line, sizeof line, stdin)) {
        at = line;
        failed = 0;
        long value = expression();
        if (failed || (*at != '\n' && *at != '\0'))
            puts("error");
        else
            printf("%ld\n", value);
    }
    return 0;
}
