typedef unsigned __int128 wide;
wide multiply(unsigned long a, unsigned long b) { return (wide)a * b + (((wide)1 << 100) | 7); }
int divide(int a, int b) { return b ? a / b + a % b : -1; }
unsigned shift(unsigned a, int n) { return (a << n) | (a >> (32 - n)); }
_Bool odd(char c) { return c & 1; }
long long extend(signed char c, unsigned short s) { return (long long)c * s; }
int main(void) { return divide(7, 2) + (int)shift(3, 4) + odd(3) + (int)extend(-1, 2) + (int)multiply(3, 4); }
