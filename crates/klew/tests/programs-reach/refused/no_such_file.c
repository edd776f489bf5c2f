// target: other.c:3
// says: no code comes from a file other.c
int main(void)
{
    return 0;
}
