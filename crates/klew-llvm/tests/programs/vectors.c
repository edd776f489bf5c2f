typedef int v4 __attribute__((vector_size(16)));
typedef float f8 __attribute__((vector_size(32)));
v4 add(v4 a, v4 b) { v4 c = a + b; c[1] = 9; return c > a; }
v4 mix(v4 a, v4 b) { return __builtin_shufflevector(a, b, 0, 5, 2, 7) * (v4){1, 1, 1, 1}; }
float scale(f8 *x) { *x = *x * 2.0f + (f8){1, 2, 3, 4, 5, 6, 7, 8}; return (*x)[3]; }
int sum(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }
int main(void) { v4 a = {1, 2, 3, 4}; f8 x = {0}; return mix(add(a, a), a)[0] + (int)scale(&x) + sum((int *)&a, 4); }
