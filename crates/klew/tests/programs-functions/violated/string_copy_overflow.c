// Copies a string to a buffer that has no room for the byte at its end.
// options: --function copy --precondition is_string --input-array-max 6

static int is_string(const char *text)
{
    while (*text)
        text++;
    return 1;
}

char copy(const char *text)
{
    char buffer[4];
    char *to = buffer;
    while ((*to++ = *text++)) // expect: valid-deref
        ;
    return buffer[0];
}
