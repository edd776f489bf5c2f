struct point { int x, y; };
struct large { long a[5]; struct point p; };
struct __attribute__((packed)) tight { char c; int i; };
struct mixed { float f; double d; char c; };
struct large make(struct point p) { struct large l = {{1, 2, 3}, p}; l.a[4] = p.x; return l; }
int sum(struct large l, struct tight t) { return (int)l.a[4] + l.p.y + t.i + t.c; }
struct mixed mix(struct mixed m) { m.d += m.f; return m; }
int main(void) {
  struct point p = {3, 4}; struct tight t = {1, 2}; struct mixed m = {1, 2, 3};
  return sum(make(p), t) + mix(m).c;
}
