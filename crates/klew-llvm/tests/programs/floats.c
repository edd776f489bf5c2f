#include <math.h>
float tenth(float x) { return x * 0.1f + 1e-40f; }
double third(double x) { return x / 3.0 - (x > 0 ? INFINITY : -NAN); }
long double extended(long double x) { return x + 0.1L; }
_Complex double turn(_Complex double z) { return z * (1.0 + 2.0i); }
int round_down(double d) { return (int)d + (unsigned char)(float)d + (d != d); }
int main(void) { return round_down(third(tenth(2)) + (double)extended(1) + __real__ turn(1)); }
