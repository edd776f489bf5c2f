//! Floats, 64 and 128 bits, bit-fields, `_Bool`, `char`.

use super::Generator;
use super::flavour::Flavour;
use crate::differential::program::Statement;

/// `float` and `double`: arithmetic, comparisons, conversions, representation.
pub const FLOATS: Flavour = Flavour {
    globals: "static float gf; static double gd[3];\nstatic int whole(double d) { return d > -30000.0 && d < 30000.0 ? (int)d : d != d ? 11 : 7; }",
    reset: "gf = 0.7f; gd[0] = gd[1] = 1e-3; gd[2] = 3e300;",
    locals: "float e0 = 0.1f, e1 = 3.0f; double d2 = 1e10;",
    scalars: &[],
    statement: |g| {
        let (value, index) = (g.expression(1), g.unsigned(1));
        let target = g.target();
        let operator = g.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let sign = g.pick(&["+", "-", "*", "/"]);
        Statement::simple(match g.below(14) {
            0 => format!("e0 = e0 * 0.3f + (float)({value});"),
            1 => format!("d2 = d2 / (double)({value});"),
            2 => "e1 = (float)d2 * e0;".to_owned(),
            3 => format!("gd[({index}) % 3u] = e0 {sign} d0;"),
            4 => format!("{target} = (e0 {operator} (float)({value}));"),
            5 => format!("{target} ^= (d2 != d2) + 2 * (e1 {operator} e0);"),
            6 => "{ union { float f; unsigned u; } x; x.f = e0; if (x.f == x.f) g1 ^= x.u >> 3; }".to_owned(),
            7 => "{ union { double d; unsigned long long u; } x; x.d = d2; if (x.d == x.d) g1 += (unsigned)(x.u >> 40); }".to_owned(),
            8 => format!("e0 = (float)(unsigned char)({value}) / 7.0f;"),
            9 => format!("d2 = (double)(long)({value}) {sign} gd[({index}) % 3u];"),
            10 => format!("{target} = whole(e0 {sign} e1);"),
            11 => format!("if (d2 {operator} gd[1]) d2 = -d2; else gf = (float)({value});"),
            12 => format!("gf = gf {sign} e0; {target} = (gf {operator} 0.0f) ? 3 : 4;"),
            _ => format!("{{ float x = (float)({value}); if (x > 0.5f && x < 200.0f) {{ unsigned char y = (unsigned char)x; {target} = y; }} }}"),
        })
    },
    hash: "whole(e0 + gf) * 5 + whole(d2 + gd[1]) * 3 + whole(e1 * 10)",
    end: "",
};

/// `<math.h>`.
pub const MATHEMATICS: Flavour = Flavour {
    globals: "static int part(double d) { return d > -30000.0 && d < 30000.0 ? (int)(d * 4) : d != d ? 11 : 7; }",
    reset: "",
    locals: "double m0 = 2.25, m1 = -7.5;",
    scalars: &[],
    statement: |g| {
        let value = g.expression(1);
        let target = g.target();
        let name = g.pick(&["fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint"]);
        Statement::simple(match g.below(9) {
            0 => format!("m0 = {name}(m1 / 4.0);"),
            1 => format!("m1 = {name}((double)(short)({value}) * 0.25);"),
            2 => format!("m0 = sqrtf((float)(({value}) & 15));"),
            3 => format!("m1 = fmin(m0, (double)({value}));"),
            4 => format!("m1 = fmax(m1, (double)(short)({value}) / 8);"),
            5 => format!("{target} = isnan(m0) + 2 * (isinf(m1) != 0) + 4 * (signbit(m1) != 0);"),
            6 => format!("m0 = copysign(m0, (double)({value}));"),
            7 => format!("m1 = fmodf((float)(signed char)({value}), 2.5f);"),
            _ => format!(
                "m0 = (double)({value}) / (double)(({value}) & 1); {target} ^= isnan(m0) != 0;"
            ),
        })
    },
    hash: "part(m0) * 3 + part(m1)",
    end: "",
};

/// `long long` and its division.
pub const LONG_LONG: Flavour = Flavour {
    globals: "static unsigned long long gq; static long long halves(long long a, int n) { return a / 2 - (a >> 1) + (a << (n & 7)); }",
    reset: "gq = 0x123456789abcdefULL;",
    locals: "long long q0 = -5; unsigned long long q1 = 0xfedcba9876543210ULL; _Bool b0 = 1; char c0 = -3; size_t z0 = 9;",
    scalars: &["q0", "q1", "c0", "gq", "b0", "z0"],
    statement: |g| {
        let (value, index) = (g.expression(2), g.unsigned(1));
        let target = g.target();
        Statement::simple(match g.below(9) {
            0 => format!("q0 = (long long)({value}) * 1000003LL;"),
            1 => format!("q1 = q1 / ((({index}) & 31) + 3) + gq % 1000u;"),
            2 => format!("q1 = (q1 << (({index}) & 31)) | (q1 >> (64 - (({index}) & 31) - 1));"),
            3 => format!("b0 = ({value}); {target} = b0 + !b0 * 3;"),
            4 => format!("c0 = (char)({value}); {target} = c0 < 0 ? -c0 : c0;"),
            5 => format!("gq ^= (unsigned long long)q0 * ({index});"),
            6 => format!("{target} = q0 > (long long)({value});"),
            7 => format!("q0 = (int)halves(q0 & 0xffffff, (int)({index} & 7));"),
            _ => format!("{target} = (q1 > {index}) + ((unsigned char)c0 >= 200) + (z0 - 10 > 5);"),
        })
    },
    hash: "(unsigned)(q0 ^ (q0 >> 32)) + (unsigned)(q1 >> 17) + (unsigned)(gq >> 9) + b0 + (unsigned)c0 + (unsigned)z0",
    end: "",
};

/// `__int128`.
pub const INT128: Flavour = Flavour {
    globals: "static __int128 gx;",
    reset: "gx = 77;",
    locals: "__int128 x0 = -9; unsigned __int128 x1 = 12345;",
    scalars: &[],
    statement: |g| {
        let (value, index) = (g.expression(2), g.unsigned(1));
        let target = g.target();
        Statement::simple(match g.below(7) {
            0 => format!("x0 = (__int128)(signed char)({value}) * 0x123456789abcdLL;"),
            1 => format!("x1 = (x1 << (({index}) & 63)) + ({index});"),
            2 => "gx = (__int128)((unsigned __int128)x0 ^ x1);".to_owned(),
            3 => format!("{target} = (x0 < gx) + 2 * (x1 > ({index}));"),
            4 => format!("x1 = x1 / ((({index}) & 15) + 1);"),
            5 => format!("{target} = (int)(x1 >> 64) ^ (int)x0;"),
            _ => format!("x0 = x0 % 1000 + ({index});"),
        })
    },
    hash: "(unsigned)(x0 >> 64) + (unsigned)x0 + (unsigned)(x1 >> 70) + (unsigned)(x1 >> 3) + (unsigned)gx",
    end: "",
};

/// Bit-fields of all kinds.
pub const BIT_FIELDS: Flavour = Flavour {
    globals: "struct flags { int a : 1; unsigned b : 5; signed c : 9; long long d : 33; _Bool e : 1; unsigned char f : 3; int : 0; signed char h : 4; unsigned long long i : 40; };\nstatic struct flags gl;\nstatic struct flags turn(struct flags x) { x.b++; x.c = -x.c; return x; }",
    reset: "memset(&gl, 0, sizeof gl); gl.b = 3;",
    locals: "struct flags fl = { 0, 1, -2, 3, 1, 5, -6, 7 };",
    // Not the fields wider than int: in gcc expressions of them have their own width, in clang that of long long.
    scalars: &["fl.b", "fl.c", "gl.f", "fl.h"],
    statement: |g: &mut Generator| {
        let value = g.expression(2);
        let target = g.target();
        Statement::simple(match g.below(8) {
            0 => format!("fl.a = (int)({value});"),
            1 => format!("fl.e = ({value}); fl.b += 3;"),
            2 => "gl = turn(fl);".to_owned(),
            3 => format!("{target} = fl.a + fl.c * 2 + gl.h;"),
            4 => format!("{{ struct flags *p = ({value}) ? &fl : &gl; p->c++; p->f = (unsigned char)({value}); }}"),
            5 => "gl.d = fl.i - 2; fl.i ^= gl.b;".to_owned(),
            6 => format!("{target} = fl.b - 9 < 0;"),
            _ => "{ struct flags copy; memcpy(&copy, &fl, sizeof copy); gl.h = copy.h; gl.e = !copy.e; }".to_owned(),
        })
    },
    hash: "(unsigned)fl.a + fl.b * 3u + (unsigned)fl.c + (unsigned)fl.d + fl.e + fl.f + (unsigned)fl.h + (unsigned)(fl.i >> 5) + (unsigned)gl.c + (unsigned)gl.d + gl.e + gl.b",
    end: "",
};
