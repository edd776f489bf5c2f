//! Programs with lists of texts that they read, made at random and often wrong (no room for the end, an end that is written over, buffers that
//! are too small, texts that are freed or kept twice): what is proved of folded states never fails where paths are followed, and enough
//! is proved and enough fails for that to mean something.
//!
//! `KLEW_LINES` says how many programs, `KLEW_LINES_SEED` the first seed, `KLEW_LINES_KEEP` a folder for those that are wrong, `KLEW` another
//! klew than the one that was built.

mod generated;

use generated::{Random, agree};

/// How a node keeps a line: its field, how it is set, and how it is freed.
fn kept(random: &mut Random) -> (&'static str, String, &'static str) {
    let length = random.mostly(&["strlen(line) + 1", "strlen(line)", "strlen(line) + 2", "8"]);
    let owned = "char *text;";
    let freed = random.mostly(&["free(x->text);", "", "free(x->text); free(x->text);"]);
    let own = format!("x->text = malloc({length}); if (!x->text) exit(1);");
    match random.below(4) {
        0 => (owned, "x->text = strdup(line); if (!x->text) exit(1);".to_owned(), freed),
        1 => {
            let how = random.mostly(&["strcpy(x->text, line);", "strcat(x->text, line);"]);
            (owned, format!("{own} {how}"), freed)
        }
        2 => {
            let bytes = random.mostly(&["strlen(line) + 1", "strlen(line)", "sizeof line"]);
            (owned, format!("{own} memcpy(x->text, line, {bytes});"), freed)
        }
        _ => {
            let most = random.mostly(&["15", "16", "24"]);
            let end = random.mostly(&["x->text[15] = 0;", "", "x->text[16] = 0;"]);
            ("char text[16];", format!("strncpy(x->text, line, {most}); {end}"), "")
        }
    }
}

/// What is done with the text of each node.
fn used(random: &mut Random) -> String {
    match random.below(8) {
        0 => "total += strlen(p->text);".to_owned(),
        1 => format!("puts({});", random.mostly(&["p->text", "p->text + 1"])),
        2 => "if (strcmp(p->text, \"end\\n\") == 0) total++;".to_owned(),
        3 => {
            let room = random.mostly(&["64", "32", "8"]);
            let how = random.mostly(&["strcpy(copy, p->text);", "sprintf(copy, \"%s\", p->text);"]);
            format!("char copy[{room}]; {how} total += copy[0] == 'x';")
        }
        4 => {
            let place = random.mostly(&["length - 1", "length", "length + 1"]);
            let condition = random.mostly(&["length > 0", "length >= 0"]);
            format!("size_t length = strlen(p->text); if ({condition}) p->text[{place}] = 'q';")
        }
        5 => format!(
            "char *c; for (c = p->text; {}; c++) if (*c >= 'a') *c -= 32;",
            random.mostly(&["*c", "*c != '\\n'", "c < p->text + 16"])
        ),
        6 => "char *c = strchr(p->text, '='); if (c) *c = 0;".to_owned(),
        _ => format!(
            "char *c = strchr(p->text, '='); if (c) total += {};",
            random.mostly(&["c[1]", "c[2]", "strlen(c + 1)"])
        ),
    }
}

fn program(seed: u64) -> String {
    let mut random = Random::of(seed);
    let room = random.one_of(&["16", "24", "48"]);
    let read =
        random.mostly(&["fgets(line, sizeof line, stdin)", "fgets(line, sizeof line + 1, stdin)"]);
    let cut = random.one_of(&[
        "",
        "line[strcspn(line, \"\\n\")] = 0;",
        "if (strlen(line) < 3) continue;",
        "if (line[0] == '#') continue;",
    ]);
    let (field, set, freed) = kept(&mut random);
    let (once, again) = (used(&mut random), used(&mut random));
    let placed = random.one_of(&[
        "x->next = list; list = x;",
        "x->next = 0; if (!list) list = x; else last->next = x; last = x;",
    ]);
    format!(
        "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct line {{ {field} struct line *next; }};
int main(void) {{
  struct line *list = 0, *last = 0, *p, *x;
  size_t total = 0;
  char line[{room}];
  while ({read}) {{
    {cut}
    x = malloc(sizeof *x); if (!x) exit(1);
    {set}
    {placed}
  }}
  (void)last;
  for (p = list; p; p = p->next) {{ {once} }}
  for (p = list; p; p = p->next) {{ {again} }}
  printf(\"%zu\\n\", total);
  while (list) {{ x = list; list = x->next; {freed} free(x); }}
  return 0;
}}
"
    )
}

#[test]
fn what_is_proved_of_lines_never_fails() {
    agree("KLEW_LINES", "6s", program);
}
