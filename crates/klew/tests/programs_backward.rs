//! Programs of the paper on backward execution through the command: figure 6, and *degree counting* of section 5.
//!
//! `programs-backward/safe` is proved in all six variants, in each form of the program. In *degree counting(a, b)* the
//! check can fail if and only if a + 2 ≤ b, where b is `--unroll`; what is found in C and Java is confirmed by a run.
//! In `violated` only runs show the violation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const VARIANTS: [&[&str]; 6] = [
    &["--solve", "loops"],
    &["--solve", "never"],
    &["--solve", "always"],
    &["--state", "disjuncts", "--disjuncts", "set"],
    &["--state", "disjuncts", "--disjuncts", "term"],
    &["--state", "disjuncts", "--disjuncts", "combined"],
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs-backward").join(name)
}

fn options(text: &str) -> Vec<&str> {
    text.lines()
        .filter_map(|line| Some(line.split_once(" options:")?.1.trim()))
        .flat_map(str::split_whitespace)
        .collect()
}

fn klew(command: &str, file: &Path, more: &[&str]) -> (String, String) {
    let text = fs::read_to_string(file).expect("a readable program");
    let output = Command::new(env!("CARGO_BIN_EXE_klew"))
        .arg(command)
        .arg(file)
        .args(["--engine", "backward", "--quiet", "--no-output"])
        .args(options(&text))
        .args(more)
        .output()
        .expect("klew starts");
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (said(&output.stdout), said(&output.stderr))
}

fn check(file: &Path, more: &[&str]) -> Value {
    let own: &[&str] = &["--property", "assertion", "--format", "json", "--time", "60s"];
    let (out, said) = klew("check", file, &[own, more].concat());
    serde_json::from_str(&out).unwrap_or_else(|_| panic!("{}: {said}", file.display()))
}

#[test]
fn figure_6_is_proved_in_all_variants() {
    for file in ["prepend_smaller.kir", "prepend_smaller.c", "PrependSmaller.java"] {
        let file = folder("safe").join(file);
        for variant in VARIANTS {
            let report = check(&file, variant);
            assert_eq!(report["verdict"], "safe", "{} {variant:?}: {report}", file.display());
        }
    }
}

/// What only a run shows: candidates are run with addresses left open, and models that lead to what is not supported are
/// run as well.
#[test]
fn runs_tell_more_than_candidates() {
    for file in ["address_again.c", "part_of_a_pointer.c"] {
        let file = folder("violated").join(file);
        let report = check(&file, &["--property", "valid-free"]);
        assert_eq!(report["verdict"], "violated", "{}: {report}", file.display());
        assert_eq!(report["findings"][0]["property"], "valid-free", "{report}");
    }
}

/// The rows of tables 1 and 2 that say what each operation does, in this order, from the assertion up.
#[test]
fn the_tables_of_figure_6() {
    let conjuncts = [
        " < t_val",
        "= read(next^0, ",
        "read(next^in, ",
        "= read(val^0, ",
        "val^0 = write(val^1, ",
        "next^0 = write(next^1, ",
        "next^1 = write(next^2, n, t_next)",
        "t_next = read(next^2, ",
        "val^1 = write(val^2, n, t_val",
        "= read(val^2, ",
    ];
    let disjuncts = [
        "read(val, t_next) < t_val",
        "read(val, read(next, ",
        " < read(val, ",
        "read(write(val, ",
        ", n) < v",
    ];
    for file in ["prepend_smaller.c", "PrependSmaller.java"] {
        let file = folder("safe").join(file);
        let tables: [(&[&str], &[&str]); 2] = [(&[], &conjuncts), (VARIANTS[3], &disjuncts)];
        for (variant, wanted) in tables {
            let own: &[&str] = &["--explain", "--target", "assertion"];
            let more = [own, variant].concat();
            let (table, said) = klew("reach", &file, &more);
            let mut rest = &table[..];
            for part in wanted {
                let at = rest.find(part);
                let at =
                    at.unwrap_or_else(|| panic!("no `{part}` where it belongs:\n{table}\n{said}"));
                rest = &rest[at..];
            }
            assert!(format!("{table}{said}").contains("unreachable"), "{table}{said}");
        }
    }
}

/// The program for that `a`, and its name.
fn degree_counting(language: &str, a: u32, scratch: &Path) -> PathBuf {
    let name = match language {
        "java" => "DegreeCounting.java",
        "c" => "degree_counting.c",
        _ => "degree_counting.kir",
    };
    let text = fs::read_to_string(folder("degree-counting").join(name)).expect("a program");
    let text = text
        .replace("static final int A = 1;", &format!("static final int A = {a};"))
        .replace("#define A 1", &format!("#define A {a}"))
        .replace("i32 1, %at", &format!("i32 {a}, %at"));
    let file = scratch.join(name);
    fs::write(&file, text).expect("a folder to write to");
    file
}

fn degree_counting_is_right(language: &str, pairs: impl Iterator<Item = (u32, u32)>) {
    let scratch = tempfile::tempdir().expect("a folder");
    for (a, b) in pairs {
        let file = degree_counting(language, a, scratch.path());
        let report = check(&file, &["--unroll", &b.to_string()]);
        let wanted = if a + 2 <= b { "violated" } else { "bounded" };
        assert_eq!(report["verdict"], wanted, "{language} ({a}, {b}): {report}");
        if wanted == "violated" {
            let how = if language == "kir" { "replayed" } else { "confirmed" };
            let found = &report["findings"][0]["confirmation"];
            assert_eq!(found, how, "{language} ({a}, {b}): {report}");
        }
    }
}

#[test]
fn degree_counting_of_few_nodes() {
    for language in ["kir", "c", "java"] {
        degree_counting_is_right(language, [(1, 3), (2, 3), (3, 4)].into_iter());
    }
}

fn all_pairs() -> impl Iterator<Item = (u32, u32)> {
    (1..=10).flat_map(|b| (0..b).map(move |a| (a, b)))
}

#[test]
#[ignore = "long"]
fn degree_counting_for_all_pairs() {
    for language in ["kir", "c", "java"] {
        degree_counting_is_right(language, all_pairs());
    }
}

#[test]
#[ignore = "long"]
fn degree_counting_of_twelve_turns() {
    for language in ["kir", "c", "java"] {
        degree_counting_is_right(language, [(4, 12), (10, 12), (11, 12)].into_iter());
    }
}

/// What is said of a run tells of backward execution, not of paths.
#[test]
fn figures_of_backward_execution() {
    for file in ["prepend_smaller.kir", "PrependSmaller.java"] {
        let file = folder("safe").join(file);
        let report = check(&file, &[]);
        let figures = &report["statistics"];
        for key in ["bound", "unrollings", "nodes", "queries", "solver_seconds"] {
            assert!(figures[key].as_f64().is_some_and(|number| number > 0.0), "{key}: {figures}");
        }
        assert!(figures["paths"].is_null(), "{figures}");
        let (text, _) = klew("check", &file, &["--property", "assertion"]);
        for part in ["no way leads to a check that fails", " nodes, ", " solver checks, "] {
            assert!(text.contains(part), "no `{part}`:\n{text}");
        }
        assert!(!text.contains("paths"), "{text}");
    }
}
