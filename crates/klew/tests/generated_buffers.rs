//! Programs with buffers of any size, made at random and often wrong (vectors that grow, nodes that own what they say the size of): what is proved of
//! folded states never fails where paths are followed, and enough is proved and enough fails for that to mean something.
//!
//! `KLEW_BUFFERS` says how many programs, `KLEW_BUFFERS_SEED` the first seed, `KLEW_BUFFERS_KEEP` a folder for those that are wrong,
//! `KLEW` another klew than the one that was built.

mod generated;

use generated::{Random, agree};

const BEGINNING: &str = "\
#include <klew.h>
#include <stdlib.h>
";

/// A vector that grows while elements are put into it.
fn vector(random: &mut Random) -> String {
    let number = random.one_of(&["int", "unsigned", "size_t"]);
    let element = random.one_of(&["int", "char", "long"]);
    let grown = random.one_of(&["v->room + 2", "v->room * 2 + 1", "v->used + 3"]);
    let full = random.mostly(&["v->used == v->room", "v->used >= v->room", "v->used > v->room"]);
    let bytes = random.mostly(&[
        "room * sizeof *items",
        "(room + 1) * sizeof *items",
        "room * sizeof *items - 1",
        "room",
        "v->room * sizeof *items + 1",
    ]);
    let kept = random.mostly(&["room", "room + 1", "room - 1"]);
    let freed = random.mostly(&["free(v->items);", "if (v->used < 7) free(v->items);"]);
    let copied = match random.below(2) {
        0 => format!("items = realloc(v->items, {bytes}); if (!items) exit(1);"),
        _ => format!(
            "items = malloc({bytes}); if (!items) exit(1);
    for (i = 0; i < v->used; i++) items[i] = v->items[i];
    {}",
            random.mostly(&["free(v->items);", ""])
        ),
    };
    let last = random.mostly(&["i < v->used", "i < v->room", "i <= v->used"]);
    let (made, gone) = match random.below(2) {
        0 => ("struct vector one, *v = &one;", ""),
        _ => ("struct vector *v = malloc(sizeof *v); if (!v) return 1;", "free(v);"),
    };
    format!(
        "{BEGINNING}
struct vector {{ {element} *items; {number} used, room; }};
static void push(struct vector *v, int item) {{
  if ({full}) {{
    {number} room = {grown}, i;
    {element} *items;
    if (room > 100000) exit(1);
    {copied}
    (void)i;
    v->items = items; v->room = {kept};
  }}
  v->items[v->used++] = item;
}}
int main(void) {{
  {number} i;
  {made}
  v->items = 0; v->used = 0; v->room = 0;
  while (klew_bool(\"more\")) {{
    if (klew_bool(\"pop\")) {{ if (v->used > 0) v->used--; }}
    else push(v, klew_int(\"item\"));
  }}
  for (i = 0; {last}; i++) v->items[i] = 0;
  {freed}
  {gone}
  return 0;
}}
"
    )
}

/// A list, or one place, of what owns a buffer.
fn owners(random: &mut Random) -> String {
    let size = random.one_of(&["n", "2 * n", "n + 4"]);
    let kept = random.mostly(&["n", "n + 1", "limit"]);
    let last = match size {
        "n" => random.mostly(&["p->n - 1", "p->n", "0"]),
        "2 * n" => random.mostly(&["2 * p->n - 1", "2 * p->n", "p->n"]),
        _ => random.mostly(&["p->n + 3", "p->n + 4", "0"]),
    };
    let whose = random.mostly(&["p->text", "p->next ? p->next->text : p->text"]);
    let freed = random.mostly(&["free(x->text);", "if (x->n > 1) free(x->text);"]);
    let place = random.one_of(&[
        "x->next = list; list = x;",
        "x->next = 0; if (list) { free(list->text); free(list); } list = x;",
        "x->next = 0; if (!list) list = x; else last->next = x; last = x;",
    ]);
    format!(
        "{BEGINNING}
struct owner {{ char *text; int n; struct owner *next; }};
int main(void) {{
  struct owner *list = 0, *last = 0, *p, *x;
  int limit = klew_int(\"limit\");
  if (limit < 1 || limit > 50) return 0;
  while (klew_bool(\"more\")) {{
    int n = klew_int(\"n\");
    if (n < 1 || n > limit) continue;
    x = malloc(sizeof *x); if (!x) exit(1);
    x->text = malloc({size}); if (!x->text) exit(1);
    x->n = {kept};
    {place}
  }}
  (void)last;
  for (p = list; p; p = p->next) {{ char *text = {whose}; text[{last}] = 1; }}
  while (list) {{ x = list; list = x->next; {freed} free(x); }}
  return 0;
}}
"
    )
}

fn program(seed: u64) -> String {
    let mut random = Random::of(seed);
    if seed.is_multiple_of(2) { vector(&mut random) } else { owners(&mut random) }
}

#[test]
fn what_is_proved_of_buffers_never_fails() {
    agree("KLEW_BUFFERS", "8s", program);
}
