//! Numbers in two places that are equal before a loop and not after its first turn: where one of them, or both, lie in an object to which only
//! the nodes of a folded list lead, nobody proves that they stay equal.
//!
//! `KLEW_PLACES=100` tries all pairs of places; without, some.

use std::process::Command;

use serde_json::Value;

/// Where a number is: declarations, how it comes to be `k`, and how it is named. `#` is the number of the place.
struct Place {
    name: &'static str,
    declared: &'static str,
    made: &'static str,
    named: &'static str,
}

const PLACES: [Place; 7] = [
    Place { name: "global", declared: "unsigned g#;", made: "g# = k;", named: "g#" },
    Place {
        name: "variable whose address is known",
        declared: "unsigned *a#;",
        made: "unsigned l# = k; a# = &l#;",
        named: "(*a#)",
    },
    Place {
        name: "object",
        declared: "struct owner *o#;",
        made: "o# = made(sizeof *o#); o#->value = k;",
        named: "o#->value",
    },
    Place {
        name: "object of all nodes",
        declared: "struct node# { struct owner *owner; struct node# *next; } *h#;",
        made: "struct owner *o# = made(sizeof *o#); o#->value = k;
               for (int i = 0; i < 4; i++) { struct node# *n = made(sizeof *n); n->owner = o#; n->next = h#; h# = n; } o# = 0;",
        named: "h#->owner->value",
    },
    Place {
        name: "object of all parts of nodes",
        declared: "struct part# { long x; struct owner *owner; }; struct node# { struct part# *part; struct node# *next; } *h#;",
        made: "struct owner *o# = made(sizeof *o#); o#->value = k;
               for (int i = 0; i < 4; i++) { struct node# *n = made(sizeof *n); n->part = made(sizeof *n->part);
               n->part->x = 0; n->part->owner = o#; n->next = h#; h# = n; } o# = 0;",
        named: "h#->part->owner->value",
    },
    Place {
        name: "object of an object of all nodes of a list both ways",
        declared: "struct middle# { struct owner *owner; }; struct node# { struct node# *next, *before; struct middle# *middle; } *h#;",
        made: "struct middle# *m# = made(sizeof *m#); m#->owner = made(sizeof *m#->owner); m#->owner->value = k;
               for (int i = 0; i < 4; i++) { struct node# *n = made(sizeof *n); n->middle = m#; n->before = 0; n->next = h#; if (h#) h#->before = n; h# = n; } m# = 0;",
        named: "h#->middle->owner->value",
    },
    Place {
        name: "object of all nodes of lists within a list",
        declared: "struct inner# { long a, b; struct owner *owner; struct inner# *next; }; struct node# { struct node# *next; struct inner# *list; } *h#;",
        made: "struct owner *o# = made(sizeof *o#); o#->value = k;
               for (int i = 0; i < 3; i++) { struct node# *n = made(sizeof *n); n->list = 0;
               for (int j = 0; j < 3; j++) { struct inner# *m = made(sizeof *m); m->a = m->b = 0; m->owner = o#; m->next = n->list; n->list = m; }
               n->next = h#; h# = n; } o# = 0;",
        named: "h#->list->owner->value",
    },
];

/// The program of two places, and whether both become the same number in each turn.
fn program((one, other): (&Place, &Place), stays: bool) -> String {
    let [a, b] = [(one, "1"), (other, "2")].map(|(place, number)| {
        [place.declared, place.made, place.named].map(|text| text.replace('#', number))
    });
    let second = if stays { "new" } else { "any()" };
    format!(
        "#include <assert.h>\n#include <stdlib.h>\nextern int __VERIFIER_nondet_int(void);\n\
         static unsigned any(void) {{ return (unsigned)__VERIFIER_nondet_int(); }}\n\
         static void *made(unsigned long size) {{ void *it = malloc(size); if (!it) exit(0); return it; }}\n\
         struct owner {{ unsigned value; }};\n{}\n{}\nint main(void) {{\n  unsigned k = any();\n  {}\n  {}\n  k = 0;\n  \
         while (any()) {{\n    assert({} == {});\n    unsigned new = any();\n    {} = new; {} = {second};\n  }}\n  return 0;\n}}\n",
        a[0], b[0], a[1], b[1], a[2], b[2], a[2], b[2]
    )
}

/// Whether all is proved where lists are folded.
fn is_proved(text: &str) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("places.c");
    std::fs::write(&file, text).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .args(["check", "--no-output", "--format", "json", "--quiet", "--jobs", "1"])
        .args(["--property", "assertion", "--engine", "segments", "--time", "4s"])
        .arg(&file)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let checks = report["checks"].as_array().unwrap();
    // Of a program that was not even read in the time that it had, nothing is.
    if checks.is_empty() {
        return false;
    }
    checks.iter().all(|check| check["standing"] == "holds")
}

#[test]
fn what_differs_later_is_not_taken_for_the_same() {
    let most = std::env::var("KLEW_PLACES").ok().and_then(|most| most.parse().ok()).unwrap_or(5);
    let pairs = (0..PLACES.len()).flat_map(|one| (3..PLACES.len()).map(move |two| (one, two)));
    let pairs: Vec<(usize, usize)> = pairs.filter(|(one, two)| one <= two).collect();
    let every = pairs.len().div_ceil(most);
    for &(one, two) in pairs.iter().step_by(every) {
        let places = (&PLACES[one], &PLACES[two]);
        let text = program(places, false);
        assert!(!is_proved(&text), "{} and {}:\n{text}", places.0.name, places.1.name);
    }
}

/// So that the other test would not pass if nothing were ever proved of such programs.
#[test]
fn what_stays_the_same_is_proved() {
    let text = program((&PLACES[0], &PLACES[2]), true);
    assert!(is_proved(&text), "{text}");
}
