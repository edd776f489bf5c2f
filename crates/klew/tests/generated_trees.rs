//! Programs with recursion over trees of any size, made at random and often wrong: what is proved of folded trees by summaries of calls
//! never fails where trees are followed node by node, and enough is proved and enough fails for that to mean something.
//!
//! `KLEW_TREES` says how many programs, `KLEW_TREES_SEED` the first seed, `KLEW_TREES_KEEP` a folder for those that are wrong or
//! open, `KLEW` another klew than the one that was built.

mod generated;

use generated::{Random, agree};

const BEGINNING: &str = "\
#include <assert.h>
#include <klew.h>
#include <stdlib.h>
";

const FIELDS: [&str; 4] = [
    "int v; struct t *l, *r;",
    "struct t *l, *r; int v;",
    "struct t *l; int v; struct t *r;",
    "struct t *l, *r; char c; short v;",
];

/// Bodies of one function: the first is right, most often.
struct Function {
    name: &'static str,
    head: &'static str,
    bodies: &'static [&'static str],
}

const RELEASE: Function = Function {
    name: "release",
    head: "void release(struct t *t)",
    bodies: &[
        "if (!t) return; release(t->l); release(t->r); free(t);",
        "if (!t) return; release(t->l); free(t); release(t->r);",
        "if (!t) return; release(t->l); free(t);",
        "if (!t) return; release(t->l); release(t->r); if (t->v != 3) free(t);",
        "if (!t) return; release(t->l); release(t->l); free(t);",
        "if (!t) return; if (t->v != 4) release(t->l); release(t->r); free(t);",
    ],
};

const INSERT: Function = Function {
    name: "insert",
    head: "struct t *insert(struct t *t, int v)",
    bodies: &[
        "if (!t) return made(v, 0); if (v < t->v) t->l = insert(t->l, v); else t->r = insert(t->r, v); return t;",
        "if (!t) return made(v, 0); if (v < t->v) t->l = insert(t->l, v); else t->r = insert(0, v); return t;",
        "if (!t) return made(v, 0); if (v < t->v) t->l = insert(t->l, v); else if (v > t->v) t->r = insert(t->r, v); else insert(t, v + 1); return t;",
        "if (!t) return made(v, 0); if (v < t->v) t->l = insert(t->l, v); else t->l = insert(t->r, v); return t;",
    ],
};

/// What gives a tree back: the new root.
const CHANGES: [Function; 4] = [
    Function {
        name: "prune",
        head: "struct t *prune(struct t *t)",
        bodies: &[
            "if (!t) return 0; if (!t->l && !t->r) { free(t); return 0; } t->l = prune(t->l); t->r = prune(t->r); return t;",
            "if (!t) return 0; if (!t->l && !t->r) { free(t); return 0; } prune(t->l); t->r = prune(t->r); return t;",
            "if (!t) return 0; if (!t->l && !t->r) { free(t); return t; } t->l = prune(t->l); t->r = prune(t->r); return t;",
            "if (!t) return 0; if (!t->l) { struct t *x = t->r; free(t); return x; } t->l = prune(t->l); return t;",
            "if (!t) return 0; if (!t->l) { free(t); return 0; } t->l = prune(t->l); return t;",
        ],
    },
    Function {
        name: "without_least",
        head: "struct t *without_least(struct t *t)",
        bodies: &[
            "if (!t) return 0; if (!t->l) { struct t *x = t->r; free(t); return x; } t->l = without_least(t->l); return t;",
            "if (!t) return 0; if (!t->l) { struct t *x = t->r; free(t); return x; } t->l = without_least(t->l); return t->l;",
            "if (!t) return 0; if (!t->l) { free(t); return t->r; } t->l = without_least(t->l); return t;",
            "if (!t) return 0; if (!t->l) return t->r; t->l = without_least(t->l); return t;",
        ],
    },
    Function {
        name: "grown",
        head: "struct t *grown(struct t *t)",
        bodies: &[
            "if (!t || t->v > 3) return made(1, t); t->l = grown(t->l); return t;",
            "if (!t || t->v > 3) { struct t *n = made(1, t); n->r = t; return n; } t->l = grown(t->l); return t;",
            "if (!t || t->v > 3) return made(1, t); grown(t->l); return t;",
        ],
    },
    Function {
        name: "turned",
        head: "struct t *turned(struct t *t)",
        bodies: &[
            "if (!t) return t; if (t->l && t->l->v == 2) { struct t *x = t->l; t->l = x->r; x->r = t; return x; } t->r = turned(t->r); return t;",
            "if (!t) return t; if (t->l && t->l->v == 2) { struct t *x = t->l; x->r = t; return x; } t->r = turned(t->r); return t;",
            "if (!t) return t; if (t->l && t->l->v == 2) { struct t *x = t->l; t->l = x->r; x->r = t; return t; } t->r = turned(t->r); return t;",
        ],
    },
];

/// What leaves the root where it is.
const WALKS: [Function; 3] = [
    Function {
        name: "mirror",
        head: "void mirror(struct t *t)",
        bodies: &[
            "if (!t) return; struct t *x = t->l; t->l = t->r; t->r = x; mirror(t->l); mirror(t->r);",
            "if (!t) return; mirror(t->l); mirror(t->r); t->r = t->l;",
            "if (!t) return; mirror(t->l); if (t->v == 2) t->l = t->r;",
            "if (!t) return; mirror(t->l); if (t->l && t->l->v == 7) t->l->l = t;",
        ],
    },
    Function {
        name: "check",
        head: "void check(struct t *t)",
        bodies: &[
            "if (!t) return; assert(!t->l || t->l != t->r); check(t->l); check(t->r);",
            "if (!t) return; assert(t->v < 100); check(t->l); check(t->r);",
            "if (!t) return; assert(t->v != 6); check(t->l); check(t->r);",
        ],
    },
    Function {
        name: "change",
        head: "void change(struct t *t)",
        bodies: &[
            "if (!t) return; change(t->l); t->v = 1; change(t->r);",
            "if (!t) return; change(t->l); if (t->l) t->v = t->l->v; change(t->r);",
            "if (!t) return; change(t->l); t->v = 1; t = t->r; if (t->l) change(t->l); change(t->r);",
        ],
    },
];

const COPY: Function = Function {
    name: "copy",
    head: "struct t *copy(struct t *t)",
    bodies: &[
        "if (!t) return 0; struct t *n = made(t->v, 0); n->l = copy(t->l); n->r = copy(t->r); return n;",
        "if (!t) return 0; struct t *n = made(t->v, 0); n->l = copy(t->l); n->r = t->r; return n;",
        "if (!t) return 0; struct t *n = made(t->v, 0); n->l = t->v == 4 ? t->l : copy(t->l); n->r = copy(t->r); return n;",
    ],
};

/// Builds a tree in a loop.
const BY_LOOP: &str = "\
  while (klew_bool(\"more\")) {
    struct t *n = made(klew_range(0, 8, \"v\"), 0);
    if (!root) { root = n; continue; }
    struct t *at = root;
    for (;;) {
      if (klew_bool(\"left\")) { if (!at->l) { at->l = n; break; } at = at->l; }
      else { if (!at->r) { at->r = n; break; } at = at->r; }
    }
  }
";

/// Builds one by recursion.
const BY_CALLS: &str =
    "  while (klew_bool(\"more\")) root = insert(root, klew_range(0, 8, \"v\"));\n";

impl Function {
    fn text(&self, random: &mut Random) -> String {
        format!("static {} {{ {} }}\n", self.head, random.mostly(self.bodies))
    }
}

/// One thing that `main` does with the tree or a part of it.
fn phase(random: &mut Random) -> String {
    let place = random.mostly(&["root", "root->l", "root->r"]);
    let guard = if place == "root" { "" } else { "if (root) " };
    let (before, after) = match random.below(4) {
        0 => (
            format!("struct t *old = {place}; "),
            random.one_of(&[
                "if (old) old->v = 1;",
                "if (old && root) assert(old != root);",
                "if (old && root && root->l) assert(old != root->l);",
            ]),
        ),
        _ => (String::new(), ""),
    };
    let what = match random.below(3) {
        0 => format!("{place} = {}({place});", CHANGES[random.below(4) as usize].name),
        1 => format!("{}({place});", WALKS[random.below(3) as usize].name),
        _ => {
            let end = random.mostly(&[
                "release(c);",
                "mirror(c); release(c);",
                "if (c) c->v = 5; release(c);",
                "if (c && c == root) c->v = 1 / (c->v - c->v); release(c);",
            ]);
            format!("struct t *c = copy({place}); {end}")
        }
    };
    format!("  {guard}{{ {before}{what} {after} }}\n")
}

fn program(seed: u64) -> String {
    let mut random = Random::of(seed);
    let fields = random.one_of(&FIELDS);
    let links = random.mostly(&["n->l = l; n->r = 0;", "n->l = l;", "n->l = l; n->r = n;"]);
    let made = format!(
        "static struct t *made(int v, struct t *l) {{ struct t *n = malloc(sizeof *n); if (!n) exit(1); n->v = v; {links} return n; }}\n"
    );
    let (outside, inside) = match random.once_in(3) {
        true => ("static struct t *root;\n", ""),
        false => ("", "  struct t *root = 0;\n"),
    };
    let mut text = format!("{BEGINNING}struct t {{ {fields} }};\n{outside}{made}");
    for function in [&RELEASE, &INSERT, &COPY].into_iter().chain(&CHANGES).chain(&WALKS) {
        text.push_str(&function.text(&mut random));
    }
    text.push_str(&format!("int main(void) {{\n{inside}"));
    text.push_str(random.one_of(&[BY_LOOP, BY_CALLS, BY_CALLS]));
    for _ in 0..1 + random.below(3) {
        text.push_str(&phase(&mut random));
    }
    text.push_str(random.mostly(&[
        "  release(root);\n",
        "  if (root) { release(root->l); release(root->r); free(root); }\n",
        "  if (root && root->v != 5) release(root);\n",
    ]));
    text.push_str("  return 0;\n}\n");
    text
}

#[test]
fn what_is_proved_of_trees_never_fails() {
    agree("KLEW_TREES", "3s", program);
}
