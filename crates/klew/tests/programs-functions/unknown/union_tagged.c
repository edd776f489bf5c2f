// A pointer whose lowest bits say something else is no pointer of the union.
// options: --function first

union tagged { unsigned long bits; const char *text; };

int first(union tagged tagged)
{
    tagged.bits &= ~1ul;
    return tagged.text ? tagged.text[0] : 0;
}
