//! Whole texts, as users see them.

use super::*;
use crate::report::{
    Approximation, Backward, Frame, InputSource, Limit, LimitKind, Note, Place, Statistics, Step,
};

const PROGRAM: &str = "\
#include <stdlib.h>
int get(int *array, int index) {
  return array[index];
}
int main(void) {
  int *array = malloc(16);
  int index = __VERIFIER_nondet_int();
  if (index < 5)
    return get(array, index);
}
";

fn place(line: u32, column: u32) -> Option<Place> {
    Some(Place { file: "dir/a.c".into(), line, column })
}

fn step(line: u32, function: &str, kind: StepKind) -> Step {
    Step { place: place(line, 0), function: function.into(), kind }
}

fn example() -> FindingReport {
    FindingReport {
        property: "valid-deref".into(),
        cwe: None,
        place: place(3, 10),
        message: "read of 4 bytes at offset 16 of an object of 16 bytes".into(),
        stack: vec![
            Frame { function: "get".into(), place: place(3, 10) },
            Frame { function: "main".into(), place: place(9, 12) },
        ],
        notes: vec![Note { message: "allocated here".into(), place: place(6, 16) }],
        states: Vec::new(),
        path: vec![
            step(7, "main", StepKind::Input { name: "index".into(), value: "4".into() }),
            step(8, "main", StepKind::Branch(9)),
            step(9, "main", StepKind::Call("get(array, 4)".into())),
        ],
        input: vec![Input {
            name: "__VERIFIER_nondet_int()".into(),
            value: "4".into(),
            bytes: vec![4, 0, 0, 0],
            place: place(7, 15),
            source: InputSource::Harness,
        }],
        heap: None,
        decisions: "1".into(),
        confirmation: Confirmation::Confirmed { how: "heap-buffer-overflow at a.c:3".into() },
        test: Some("klew-out-a/finding-1".into()),
    }
}

fn report(findings: Vec<FindingReport>) -> CheckReport {
    CheckReport {
        target: None,
        files: vec!["dir/a.c".into()],
        properties: vec!["valid-deref".into()],
        findings,
        limits: Vec::new(),
        approximations: Vec::new(),
        assumptions: Vec::new(),
        input_heap: None,
        checks: Vec::new(),
        statistics: Statistics {
            paths: 2,
            instructions: 40,
            queries: 3,
            seconds: 0.25,
            solver_seconds: 0.125,
            peak_memory: 12_500_000,
            covered: 9,
            coverable: 10,
            ..Statistics::default()
        },
        ..CheckReport::default()
    }
}

fn options() -> TextOptions {
    TextOptions { style: Style::Plain, full_trace: false, draw_heap: false, explain_pruning: false }
}

fn check(report: &CheckReport, want: &str) {
    let mut sources = Sources::new();
    sources.add("dir/a.c", PROGRAM.into());
    assert_eq!(render_text(report, &sources, options()), want);
}

#[test]
fn a_finding() {
    check(
        &report(vec![example()]),
        "\
error[valid-deref]: read of 4 bytes at offset 16 of an object of 16 bytes
 --> dir/a.c:3:10
  |
3 |   return array[index];
  |          ^^^^^
note: allocated here
 --> dir/a.c:6:16
  |
6 |   int *array = malloc(16);
  |                ------
  = call stack:
      get                      a.c:3
      main                     a.c:9
  = path:
      a.c:7  input index = 4
      a.c:8  `if (index < 5)` goes to line 9
      a.c:9  call get(array, 4)
  = input, in this order:
      __VERIFIER_nondet_int() = 4              a.c:7
  = confirmed: heap-buffer-overflow at a.c:3
  = test: klew-out-a/finding-1

verdict: violated: 1 finding
  2 paths, 40 instructions, 3 queries, 0.25 s (0.12 s solver), 12 MB, 90% of the code covered
",
    );
}

#[test]
fn safe() {
    check(
        &report(Vec::new()),
        "\
verdict: safe: no input violates valid-deref; all paths were explored
  2 paths, 40 instructions, 3 queries, 0.25 s (0.12 s solver), 12 MB, 90% of the code covered
",
    );
}

#[test]
fn backward() {
    let mut report = report(Vec::new());
    (report.statistics.paths, report.statistics.instructions) = (0, 0);
    report.statistics.backward = Some(Backward { bound: 4, rounds: 3, nodes: 120 });
    check(
        &report,
        "\
verdict: safe: no input violates valid-deref; no way leads to a check that fails
  unrolled 4 times in the last of 3 rounds, 120 nodes, 3 solver checks, 0.25 s (0.12 s solver), 12 MB
",
    );
    report.statistics.backward = Some(Backward { bound: 1, rounds: 1, nodes: 7 });
    check(
        &report,
        "\
verdict: safe: no input violates valid-deref; no way leads to a check that fails
  unrolled once, 7 nodes, 3 solver checks, 0.25 s (0.12 s solver), 12 MB
",
    );
}

#[test]
fn incomplete() {
    let mut report = report(Vec::new());
    report.statistics = Statistics::default();
    let message = "2 paths were cut at 10 decisions (--max-depth)".into();
    report.limits.push(Limit { kind: LimitKind::Depth, message, place: None });
    check(
        &report,
        "\
verdict: safe within bounds: no violation of valid-deref within what was explored
  incomplete: 2 paths were cut at 10 decisions (--max-depth)
  0 paths, 0 instructions, 0 queries, 0.00 s (0.00 s solver), 0 MB
",
    );
    let message = "the external function f returns any value".into();
    report.approximations.push(Approximation { message, place: place(4, 1) });
    report.not_asked = vec!["static", "random"];
    check(
        &report,
        "\
verdict: unknown: no violation was found, but not everything was explored
  incomplete: 2 paths were cut at 10 decisions (--max-depth)
  approximated: the external function f returns any value (a.c:4)
  other engines were not asked: --engine static, --engine random
  0 paths, 0 instructions, 0 queries, 0.00 s (0.00 s solver), 0 MB
",
    );
}

#[test]
fn long_paths_are_cut_unless_asked_for() {
    let mut finding = example();
    finding.path = (0..40).map(|n| step(8, "main", StepKind::Note(format!("step {n}")))).collect();
    let sources = Sources::new();
    let short = render_finding(&finding, &sources, options());
    assert!(short.contains("path (last 25 of 40 steps; --full-trace shows all):"), "{short}");
    assert!(!short.contains("step 14\n") && short.contains("step 15\n"));
    let full = TextOptions { full_trace: true, ..options() };
    assert!(render_finding(&finding, &sources, full).contains("step 0\n"));
}

#[test]
fn colours_only_when_asked_for() {
    let sources = Sources::new();
    let colour = TextOptions {
        style: Style::Colour,
        full_trace: false,
        draw_heap: false,
        explain_pruning: false,
    };
    assert!(render_finding(&example(), &sources, colour).contains("\x1b[1;31merror"));
    assert!(!render_finding(&example(), &sources, options()).contains('\x1b'));
}

#[test]
fn bytes_are_quoted_and_cut() {
    assert_eq!(quoted(b"a?\n\0"), "\"a?\\n\\000\"");
    assert_eq!(quoted(b"del\0\0\0\0"), "\"del\" and 4 zero bytes");
    let long = [b'x'; SHORT_INPUT + 2];
    assert!(quoted(&long).ends_with("x\" and 2 more bytes"));
}
