//! Structures by value, unions, arrays of arrays, heap memory that grows, trees.

use super::flavour::Flavour;
use crate::differential::program::Statement;

/// Structures in structures, passed and returned by value.
pub const NESTED: Flavour = Flavour {
    globals: "struct inner { short x; unsigned char y; }; struct outer { struct inner in; struct inner many[2]; long long z; double w; };\nstruct tiny { float a, b; }; struct mixed { double a; int b; };\nstatic struct outer go;\nstatic struct inner make(int a, int b) { struct inner i; i.x = (short)a; i.y = (unsigned char)b; return i; }\nstatic struct outer twist(struct outer o, struct inner i) { o.many[1] = o.in; o.in = i; o.z ^= i.x; o.w += 0.5; return o; }\nstatic struct tiny swap(struct tiny t) { struct tiny r = { t.b, t.a + 1 }; return r; }\nstatic struct mixed mix2(struct mixed m, int k) { m.b ^= k; m.a = k & 7; return m; }",
    reset: "memset(&go, 0, sizeof go); go.z = 5;",
    locals: "struct outer o = { { 1, 2 }, { { 3, 4 }, { 5, 6 } }, 7, 1.0 }; struct tiny ti = { 1, 2 }; struct mixed mi = { 3, 4 };",
    scalars: &["o.in.x", "o.many[1].y", "go.z", "mi.b"],
    statement: |g| {
        let (value, other, index) = (g.expression(1), g.expression(1), g.unsigned(1));
        let condition = g.condition(1);
        Statement::simple(match g.below(9) {
            0 => format!("o = twist(o, make((int)({value}), (int)({other})));"),
            1 => format!("o.many[({index}) & 1] = make((int)({value}), 3);"),
            2 => "go = o;".to_owned(),
            3 => format!(
                "{{ struct outer *r = {condition} ? &o : &go; r->z ^= ({value}); r->many[({index}) & 1].y++; }}"
            ),
            4 => "memcpy(&go, &o, sizeof o);".to_owned(),
            5 => format!("v0 = make((int)({value}), (int)({other})).y;"),
            6 => "ti = swap(ti); mi = mix2(mi, g0);".to_owned(),
            7 => {
                format!("{{ struct outer both[2] = {{ o, go }}; v1 += both[({index}) & 1].in.x; }}")
            }
            _ => format!("o = {condition} ? go : twist(go, o.many[({index}) & 1]);"),
        })
    },
    hash: "(unsigned)o.in.x + o.in.y * 3u + (unsigned)o.many[1].x * 7u + o.many[0].y + (unsigned)o.z + (unsigned)clamp(o.w) + (unsigned)go.z + go.many[1].y + (unsigned)clamp(ti.a * 2 + ti.b) + (unsigned)mi.b + (unsigned)clamp(mi.a)",
    end: "",
};

/// Unions of integers, structures and bytes.
pub const UNIONS: Flavour = Flavour {
    globals: "union deep { struct { unsigned short low, high; } half; unsigned all; signed char c[4]; };\nstruct either { int tag; union { int i; float f; char *p; } as; };\nstatic union deep gu;\nstatic union deep flip(union deep d) { unsigned short k = d.half.low; d.half.low = d.half.high; d.half.high = k; return d; }\nstatic int show(const struct either *e) { switch (e->tag) { case 0: return e->as.i; case 1: return clamp(e->as.f); default: return *e->as.p; } }",
    reset: "gu.all = 0x01020304;",
    locals: "union deep de; de.all = 99; struct either ei = { 0, { 5 } }; char letter = 'x';",
    scalars: &["de.half.low", "de.c[2]", "gu.all"],
    statement: |g| {
        let (value, index) = (g.expression(2), g.unsigned(1));
        let target = g.target();
        Statement::simple(match g.below(8) {
            0 => format!("de.half.high = (unsigned short)({value});"),
            1 => format!("de.c[({index}) & 3] = (signed char)({value}); {target} = de.c[0];"),
            2 => "gu = flip(de);".to_owned(),
            3 => "de = flip(gu); de.all += 3;".to_owned(),
            4 => format!("ei.tag = 0; ei.as.i = (int)({value});"),
            5 => format!("ei.tag = 1; ei.as.f = (float)({value}) * 0.5f;"),
            6 => "ei.tag = 2; ei.as.p = &letter;".to_owned(),
            _ => format!("{target} = show(&ei) & 255; letter = (char)({value});"),
        })
    },
    hash: "de.all + gu.all * 3u + (unsigned)show(&ei) + (unsigned)letter",
    end: "",
};

/// Arrays of arrays and of pointers.
pub const MATRIX: Flavour = Flavour {
    globals: "static short gm[2][3][2]; static const int constants[2][2] = { { 7, -8 }, { 9, 10 } };\nstatic int sum(int rows, int m[][4]) { unsigned s = 0; for (int i = 0; i < rows; i++) for (int j = 0; j < 4; j++) s += (unsigned)m[i][j] * (unsigned)(j + 1); return (int)(s & 0xfffff); }",
    reset: "memset(gm, 0, sizeof gm); gm[1][2][0] = 4;",
    locals: "int m2[3][4] = { { 1, 2 }, { 3 }, { 4, 5, 6, 7 } }; int (*row)[4] = m2; int *rows[3] = { m2[2], m2[0], m2[1] };",
    scalars: &["m2[1][2]", "gm[1][0][1]", "(*row)[1]"],
    statement: |g| {
        let (value, index, other) = (g.expression(2), g.unsigned(1), g.unsigned(1));
        let target = g.target();
        Statement::simple(match g.below(8) {
            0 => format!("m2[({index}) % 3u][({other}) & 3] = (int)({value});"),
            1 => format!("row = &m2[({index}) % 3u]; {target} = (int)(row - m2);"),
            2 => format!("gm[({index}) & 1][({other}) % 3u][1] += (short)({value});"),
            3 => format!("{target} = sum(1 + (int)(({index}) & 1), m2);"),
            4 => format!("rows[({index}) % 3u] = rows[0]; rows[1][({other}) & 3]++;"),
            5 => format!("{target} ^= constants[({index}) & 1][({other}) & 1];"),
            6 => format!("memcpy(m2[({index}) % 3u], row == m2 ? array : array + 2, sizeof *m2);"),
            _ => format!("for (int *p = m2[1], *e = p + 4; p < e; p++) *p ^= (int)({value});"),
        })
    },
    hash: "(unsigned)sum(3, m2) + (unsigned)gm[1][2][0] * 3u + (unsigned)gm[0][1][1] + (unsigned)(*row)[0] + (unsigned)*rows[1]",
    end: "",
};

/// `realloc` and `calloc`.
pub const HEAP: Flavour = Flavour {
    globals: "static int *grow(int *p, size_t *size, size_t wanted) { p = realloc(p, wanted * sizeof *p); while (*size < wanted) p[(*size)++] = 6; *size = wanted; return p; }",
    reset: "",
    locals: "size_t size = 4; int *heap = calloc(size, sizeof *heap); unsigned char *bytes = malloc(5); memset(bytes, 7, 5);",
    scalars: &["heap[1]", "*heap", "bytes[2]"],
    statement: |g| {
        let (value, index) = (g.expression(2), g.unsigned(1));
        let target = g.target();
        Statement::simple(match g.below(6) {
            0 => format!("heap = grow(heap, &size, 3 + (({index}) & 3));"),
            1 => format!("heap[({index}) % size] = (int)({value});"),
            2 => format!("{target} = heap[size - 1];"),
            3 => format!("bytes[({index}) % 5u] ^= (unsigned char)({value});"),
            4 => format!(
                "{{ size_t k = (({index}) & 3) + 1; short *p = malloc(k * sizeof *p); for (size_t j = 0; j < k; j++) p[j] = (short)j; {target} = p[k - 1]; free(p); }}"
            ),
            _ => "{ unsigned char *p = malloc(5); memcpy(p, bytes, 5); free(bytes); bytes = p; }"
                .to_owned(),
        })
    },
    hash: "(unsigned)heap[0] + (unsigned)heap[2] * 3u + (unsigned)heap[size - 1] + (unsigned)size + bytes[0] + bytes[3]",
    end: "free(heap); free(bytes);",
};

/// A search tree.
pub const TREE: Flavour = Flavour {
    globals: "struct tree { struct tree *side[2]; int key; };\nstatic struct tree *insert(struct tree *t, int key) { if (!t) { t = malloc(sizeof *t); live++; t->side[0] = t->side[1] = 0; t->key = key; return t; } if (key != t->key) t->side[key > t->key] = insert(t->side[key > t->key], key); return t; }\nstatic unsigned depth(const struct tree *t) { if (!t) return 0; unsigned a = depth(t->side[0]), b = depth(t->side[1]); return 1 + (a > b ? a : b); }\nstatic unsigned total(const struct tree *t) { return t ? (unsigned)t->key + 3 * total(t->side[0]) + 5 * total(t->side[1]) : 0; }\nstatic void fell(struct tree *t) { if (t) { fell(t->side[0]); fell(t->side[1]); live--; free(t); } }",
    reset: "",
    locals: "struct tree *root = insert(0, 10);",
    scalars: &[],
    statement: |g| {
        let value = g.expression(1);
        let target = g.target();
        Statement::simple(match g.below(6) {
            0 | 1 => format!("insert(root, (int)(({value}) & 15));"),
            2 => format!("{target} = (int)depth(root);"),
            3 => format!("{{ struct tree *p = root; while (p && p->key != (int)(({value}) & 15)) p = p->side[p->key < (int)(({value}) & 15)]; {target} = p != 0; }}"),
            4 => "{ struct tree *p = root->side[0]; root->side[0] = root->side[1]; root->side[1] = p; }".to_owned(),
            _ => "fell(root->side[1]); root->side[1] = 0;".to_owned(),
        })
    },
    hash: "depth(root) * 100u + (total(root) & 255)",
    end: "fell(root);",
};
