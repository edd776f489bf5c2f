// A variable that only the function sees may hold anything after earlier calls; a native run begins with 0.
// options: --function put
void put(char byte)
{
    static char buffer[8];
    static unsigned used;
    buffer[used++] = byte; // replayed: valid-deref
}
