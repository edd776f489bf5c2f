//! Rarer parts of C: static variables in functions, `goto`, compound literals, flexible and variable-length
//! arrays, addresses as integers, `long double`, formatted text.

use super::flavour::Flavour;
use crate::differential::program::Statement;

/// Language.
pub const LANGUAGE: Flavour = Flavour {
    globals: "struct flexible { int n; short items[]; };\nstatic int counted(int reset) { static int count = 5; static int *at = &count; if (reset) *at = 5; return count++ + (*at > 6); }\nstatic unsigned vla(int n) { int a[n]; unsigned s = 0; for (int i = 0; i < n; i++) a[i] = i * i + 1; for (int i = n; i-- > 0;) s = s * 3 + (unsigned)a[i]; return s + sizeof a; }\nstatic int search(const int *p, int n, int wanted) { int i = 0; again: if (i == n) goto none; if (p[i] == wanted) return i; i++; goto again; none: return -1; }\nenum colour { RED, GREEN = 5, BLUE };\nstatic volatile int vo;\nstatic int both_sides(const struct pair *p) { return p->a + (int)p->b; }",
    reset: "vo = 2; counted(1);",
    locals: "struct flexible *fx = malloc(sizeof *fx + 4 * sizeof(short)); fx->n = 4; for (int k = 0; k < 4; k++) fx->items[k] = (short)k; enum colour co = GREEN; long double ld = 1.5L; const char *label = __func__;",
    scalars: &["vo", "fx->items[2]"],
    statement: |g| {
        let (value, index) = (g.expression(1), g.unsigned(1));
        let target = g.target();
        Statement::simple(match g.below(14) {
            0 => format!("{target} = counted(0);"),
            1 => format!("{target} = (int)vla(1 + (int)(({index}) & 3));"),
            2 => format!("{target} = search(array, 6, (int)({value}));"),
            3 => format!("fx->items[({index}) % (unsigned)fx->n] += (short)({value});"),
            4 => format!(
                "co = ({value}) & 1 ? BLUE : RED; switch (co) {{ case RED: {target} = 1; break; case GREEN: case BLUE: {target} = 2; }}"
            ),
            5 => format!("{target} = both_sides(&(struct pair){{ .b = {index}, .a = 3 }});"),
            6 => format!(
                "{{ size_t a = (size_t)&array[({index}) % 6u], b = (size_t)array; {target} = (int)((a - b) / sizeof *array); }}"
            ),
            7 => format!("{{ int *p = (int *)((size_t)array + 4 * (({index}) % 6u)); *p ^= 9; }}"),
            8 => {
                format!("ld = ld * 0.5L + (long double)(signed char)({value}); {target} = (int)ld;")
            }
            9 => format!("vo++; {target} = vo + label[0];"),
            10 => format!(
                "{{ int *p = (int[3]){{ 1, (int)({value}), 3 }}; {target} = p[({index}) % 3u]; }}"
            ),
            11 => format!(
                "{{ int x = (int)({value}), y; y = x++ & 15; {target} = (x--, y + (x & 7)); }}"
            ),
            12 => format!(
                "{{ unsigned char k[sizeof s.c]; memcpy(k, s.c, sizeof k); {target} = k[({index}) % sizeof k]; }}"
            ),
            _ => format!(
                "for (int i = 0, j = 5; i < j; i++, j--) {{ int k = array[i]; array[i] = array[j]; array[j] = k + (i == (int)({index} & 3)); }}"
            ),
        })
    },
    hash: "vo + fx->items[1] * 3 + co + (int)ld",
    end: "free(fx);",
};

/// Numbers in texts.
pub const FORMATS: Flavour = Flavour {
    globals: "extern int snprintf(char *, size_t, const char *, ...); extern int sscanf(const char *, const char *, ...);",
    reset: "",
    locals: "char out[24] = \"7\"; char *rest;",
    scalars: &[],
    statement: |g| {
        let (value, index) = (g.expression(1), g.unsigned(1));
        let target = g.target();
        Statement::simple(match g.below(9) {
            0 => format!(
                "{target} = snprintf(out, sizeof out, \"%d\", (int)(signed char)({value}));"
            ),
            1 => format!("{target} = snprintf(out, 5, \"%x,%u\", ({index}) & 255, 12u);"),
            2 => format!("{target} = (int)strtol(out, &rest, 10) + (int)(rest - out);"),
            3 => format!(
                "snprintf(out, sizeof out, \"%03d|%-3c|\", (int)(({value}) & 15), 'a' + (int)(({index}) & 3));"
            ),
            4 => "snprintf(out, sizeof out, \"%s-%.2s\", \"12\", \"345\");".to_owned(),
            5 => format!(
                "{{ int x = 0, y = 1; x = sscanf(out, \"%d\", &y); {target} = x * 100 + y; }}"
            ),
            6 => format!("out[({index}) % 3u] = (char)('0' + (({value}) & 7));"),
            7 => format!(
                "{target} = (int)strtoul(\"0x1fz\", &rest, ({value}) & 1 ? 16 : 0) + *rest;"
            ),
            _ => format!(
                "{target} = abs((int)(signed char)({value})) + (int)labs(-3L) + div(17, (int)(({index}) & 3) + 1).rem;"
            ),
        })
    },
    hash: "out[0] + 3 * out[1] + 5 * out[2] + (int)strlen(out)",
    end: "",
};
