//! Function pointers, variadic functions, recursion.

use super::flavour::Flavour;
use crate::differential::program::Statement;

/// Function pointers in variables, tables and structures.
pub const POINTERS: Flavour = Flavour {
    globals: "static int add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }\nstatic int sub(int a, int b) { return (int)((unsigned)a - (unsigned)b * 2u); }\nstatic int most(int a, int b) { return a > b ? a : b; }\nstruct shape { int (*area)(const struct shape *); short w, h; };\nstatic int square(const struct shape *s) { return s->w * s->w; }\nstatic int rectangle(const struct shape *s) { return s->w * s->h; }\nstatic int (*table[3])(int, int);\nstatic int apply(int (*f)(int, int), int a) { return f(f(a, 3), a); }\nstatic int compare(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }",
    reset: "table[0] = add; table[1] = sub; table[2] = most;",
    locals: "int (*op)(int, int) = add; struct shape shapes[2] = { { square, 3, 4 }, { rectangle, 5, 6 } };",
    scalars: &["shapes[1].w"],
    statement: |g| {
        let (value, other, index) = (g.expression(1), g.expression(1), g.unsigned(1));
        let (target, condition) = (g.target(), g.condition(1));
        Statement::simple(match g.below(9) {
            0 => format!("{target} = table[({index}) % 3u]((int)({value}), (int)({other}));"),
            1 => format!("op = {condition} ? add : sub;"),
            2 => format!("{target} = op((int)({value}), 5);"),
            3 => format!("{target} = (op == sub) + 2 * (table[0] != op);"),
            4 => format!("{target} = apply(op, (int)({value}));"),
            5 => format!("table[({index}) % 3u] = op;"),
            6 => format!("{target} = shapes[({index}) & 1].area(&shapes[({value}) & 1]);"),
            7 => format!(
                "shapes[0].area = {condition} ? rectangle : square; shapes[0].h = (short)({value});"
            ),
            _ => "qsort(array, 3, sizeof *array, compare);".to_owned(),
        })
    },
    hash: "(unsigned)op(3, 4) + (unsigned)table[1](5, 6) + (unsigned)(shapes[0].area(&shapes[0]) & 1023)",
    end: "",
};

/// Functions with any number of arguments.
pub const VARIADIC: Flavour = Flavour {
    globals: "static unsigned adding(int n, ...) { va_list ap; unsigned s = 0; va_start(ap, n); for (int i = 0; i < n; i++) s += (unsigned)va_arg(ap, int) * (unsigned)(i + 1); va_end(ap); return s; }\nstatic unsigned kinds_of(const char *k, va_list ap) { unsigned s = 0; for (; *k; k++) switch (*k) { case 'i': s += (unsigned)va_arg(ap, int); break; case 'l': s ^= (unsigned)va_arg(ap, long long); break; case 'd': s += (unsigned)clamp(va_arg(ap, double)); break; case 'p': s += (unsigned)*va_arg(ap, int *); break; case 's': s += (unsigned)va_arg(ap, struct pair).b; break; } return s; }\nstatic unsigned kinds(const char *k, ...) { va_list ap, again; va_start(ap, k); va_copy(again, ap); unsigned s = kinds_of(k, ap); s = s * 3 + kinds_of(k, again); va_end(again); va_end(ap); return s; }",
    reset: "",
    locals: "unsigned va0 = 0;",
    scalars: &["va0"],
    statement: |g| {
        let (value, other) = (g.expression(1), g.expression(1));
        Statement::simple(match g.below(7) {
            0 => format!("va0 += adding(3, (int)({value}), 4, (int)({other}));"),
            1 => format!("va0 ^= adding((int)(({value}) & 3), 10, (int)({other}), 30);"),
            2 => format!("va0 += kinds(\"ild\", (int)({value}), (long long)({other}), 2.5);"),
            3 => format!("va0 += kinds(\"dpi\", d0, &array[1], (short)({value}));"),
            4 => format!("va0 ^= kinds(({value}) & 1 ? \"ii\" : \"i\", (int)({other}), 8);"),
            5 => "va0 += kinds(\"isd\", 4, s, (double)2.0f);".to_owned(),
            _ => format!("va0 += adding(8, 1, 2, 3, (int)({value}), 5, 6, 7, (char)({other}));"),
        })
    },
    hash: "va0",
    end: "",
};

/// Recursion of small depth.
pub const RECURSION: Flavour = Flavour {
    globals: "static unsigned walk(unsigned n, unsigned a) { return n == 0 ? a : walk(n - 1, a * 3 + n); }\nstatic unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\nstatic int odd(unsigned n); static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); } static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }\nstatic void fill(int *p, int n, int v) { int local[2] = { v, n }; if (n <= 0) return; p[n - 1] ^= local[0] & 255; fill(p, n - 1, local[1] + v % 7); }\nstatic unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }",
    reset: "",
    locals: "unsigned rec = 1;",
    scalars: &["rec"],
    statement: |g| {
        let (value, index) = (g.expression(1), g.unsigned(1));
        let target = g.target();
        Statement::simple(match g.below(6) {
            0 => format!("rec = walk(({index}) & 7, rec);"),
            1 => format!("rec ^= fib(({index}) & 7);"),
            2 => format!("{target} = even(({index}) & 7);"),
            3 => format!("fill(array, (int)(({index}) % 7u), (int)(({value}) & 63));"),
            4 => format!("rec += gcd(({index}) & 31, 12);"),
            _ => "rec = gcd(rec & 63, 30) + fib(5);".to_owned(),
        })
    },
    hash: "rec",
    end: "",
};
