// The length of what need not be a string.
// options: --function length --input-array-max 4

unsigned length(const char *text)
{
    unsigned count = 0;
    if (!text)
        return 0;
    while (text[count]) // expect: valid-deref
        count++;
    return count;
}
