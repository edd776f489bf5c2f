//! Strings and `<string.h>`.

use super::flavour::Flavour;
use crate::differential::program::Statement;

/// A buffer of 12 bytes whose last is always 0.
pub const STRINGS: Flavour = Flavour {
    globals: "static const char *const names[4] = { \"ab\", \"abc\", \"\", \"klew\" };",
    reset: "",
    locals: "char buf[12] = \"ab\"; const char *word = \"abd\"; const char *f;",
    scalars: &[],
    statement: |g| {
        let (value, index) = (g.expression(1), g.unsigned(1));
        let target = g.target();
        let operator = g.pick(&["<", "==", ">"]);
        Statement::simple(match g.below(18) {
            0 => format!("strcpy(buf, names[({index}) & 3]);"),
            1 => format!("{target} = (int)strlen(buf);"),
            2 => format!("buf[({index}) % 6u] = (char)('a' + (({value}) & 3));"),
            3 => format!("{target} = strcmp(buf, word) {operator} 0;"),
            4 => format!("{target} = memcmp(buf, word, 3) {operator} 0;"),
            5 => format!(
                "f = memchr(buf, 'a' + (int)(({value}) & 3), 5); {target} = f ? (int)(f - buf) : -1;"
            ),
            6 => format!("f = strchr(buf, 'b'); {target} = f ? (int)(f - buf) : -1;"),
            7 => format!("strncpy(buf, word, ({index}) & 7);"),
            8 => "if (strlen(buf) < 6) strcat(buf, \"cd\");".to_owned(),
            9 => format!("word = names[({index}) & 3]; if (!*word) word = \"zzz\";"),
            10 => "memmove(buf + 1, buf, 5);".to_owned(),
            11 => format!("{target} = strncmp(buf, \"abcd\", ({index}) & 3) {operator} 0;"),
            12 => format!("f = strrchr(buf, 'a'); {target} = f ? (int)(f - buf) : -1;"),
            13 => format!("f = strstr(buf, \"bc\"); {target} = f != 0;"),
            14 => format!("memset(buf, 'a' + (int)(({value}) & 3), ({index}) & 7); buf[7] = 0;"),
            15 => format!(
                "{target} = isdigit((unsigned char)({value})) ? 1 : toupper((int)(({value}) & 127));"
            ),
            16 => format!(
                "buf[0] = (char)('0' + ({index}) % 10u); buf[1] = (char)('0' + (({value}) & 7)); buf[2] = 0; {target} = atoi(buf);"
            ),
            _ => format!("{target} = (int)strspn(buf, \"ab\") + 10 * (int)strcspn(buf, \"c\");"),
        })
    },
    hash: "(unsigned)buf[0] + 3u * (unsigned)buf[1] + 5u * (unsigned)buf[2] + (unsigned)strlen(buf) + (unsigned)*word",
    end: "",
};
