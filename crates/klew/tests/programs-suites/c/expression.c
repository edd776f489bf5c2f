/* Computes what stands on standard input: numbers of one digit, + - * / and brackets. */
/* suite: --sym-stdin 5 */
#include <stdio.h>
#include <stdlib.h>

static int next;

static void advance(void)
{
    next = getchar();
}

static void fail(const char *why)
{
    printf("error: %s\n", why);
    exit(1);
}

static int sum(int depth);

static int factor(int depth)
{
    int value;
    if (depth > 8)
        fail("too many brackets");
    if (next == '(') {
        advance();
        value = sum(depth + 1);
        if (next != ')')
            fail("a bracket is not closed");
        advance();
        return value;
    }
    if (next == '-') {
        advance();
        return -factor(depth + 1);
    }
    if (next < '0' || next > '9')
        fail("a number is missing");
    value = next - '0';
    advance();
    return value;
}

static int product(int depth)
{
    int value = factor(depth);
    while (next == '*' || next == '/') {
        int divide = next == '/';
        int other;
        advance();
        other = factor(depth);
        if (divide && other == 0)
            fail("division by zero");
        value = divide ? value / other : value * other;
    }
    return value;
}

static int sum(int depth)
{
    int value = product(depth);
    while (next == '+' || next == '-') {
        int minus = next == '-';
        advance();
        value = minus ? value - product(depth) : value + product(depth);
    }
    return value;
}

int main(void)
{
    int value;
    advance();
    value = sum(0);
    if (next != EOF && next != '\n')
        fail("text behind the end");
    printf("%d\n", value);
    return value < 0;
}
