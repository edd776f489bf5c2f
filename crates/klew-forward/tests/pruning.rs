//! Pruning: what is explored shrinks, what is found stays. Programs with so many paths that they end only if states are closed, and
//! programs with one bad path among many that look alike.

use std::collections::BTreeSet;

use klew_forward::{Configuration, Forward, Limits, Outcome, PruningMode, Unwatched};
use klew_ir::{Position, Property, parse_program};
use klew_oracle::{Flavour, Settings, generate};
use klew_solver::{Interrupt, SolverConfiguration, build};

fn explore(program: &klew_ir::Program, pruning: PruningMode) -> Outcome {
    let properties = [Property::Assertion, Property::Dereference, Property::MemoryTracked];
    let configuration = Configuration {
        properties: properties.into_iter().collect(),
        limits: Limits { max_instructions: Some(2_000_000), ..Limits::default() },
        pruning,
        ..Configuration::default()
    };
    let solver = build(SolverConfiguration::default(), &Interrupt::new()).unwrap();
    Forward::new(program, configuration, solver).unwrap().run(&mut Unwatched)
}

fn pruned(text: &str) -> Outcome {
    explore(&parse_program(text, "test.kir").unwrap(), PruningMode::Interpolation)
}

fn found(outcome: &Outcome) -> BTreeSet<(Property, Position)> {
    outcome.findings.iter().map(|finding| (finding.property, finding.position)).collect()
}

/// With pruning what is found without: the one failing check.
fn finds_the_one(text: &str) {
    let plain = explore(&parse_program(text, "test.kir").unwrap(), PruningMode::Off);
    assert_eq!(plain.findings.len(), 1);
    assert_eq!(found(&pruned(text)), found(&plain));
}

/// Two ways a turn that come to the same, each with an object of its own; then a check of what the last one holds.
fn chain(turns: u32, added: [u32; 2], check: &str) -> String {
    let [first, second] = added;
    format!(
        "
function @main() -> i32 {{
entry:
  %n: i32 = input \"n\"
  %small = compare ult i32 %n, 1000
  assume %small
  %x = allocate stack 4
  store i32 %n to %x
  jump head(0, %x)
head(%i: i32, %p: ptr):
  %more = compare ult i32 %i, {turns}
  branch %more, body, end
body:
  %b: i8 = input \"b\"
  %q = allocate stack 4
  %v = load i32 %p
  %which = compare ult i8 %b, 100
  branch %which, one, other
one:
  %v1 = add i32 %v, {first}
  store i32 %v1 to %q
  jump next
other:
  %v2 = add i32 %v, {second}
  store i32 %v2 to %q
  jump next
next:
  %j = add i32 %i, 1
  jump head(%j, %q)
end:
  %w = load i32 %p
  %least = add i32 %n, {turns}
  %most = add i32 %n, {}
  %fine = compare {check}
  assert assertion holds %fine
  return 0
}}
",
        2 * turns
    )
}

#[test]
fn paths_that_come_to_the_same() {
    let outcome = pruned(&chain(40, [1, 1], "ule i32 %least, %w"));
    assert!(outcome.findings.is_empty() && outcome.limits.is_empty(), "{:?}", outcome.limits);
    assert!(outcome.statistics.subsumed_paths >= 40);
    assert!(outcome.statistics.pruning.nodes < 1000, "{:?}", outcome.statistics.pruning);
}

/// The numbers differ, but what has to hold of them does on all paths.
#[test]
fn what_has_to_hold_is_weaker_than_what_is_so() {
    let outcome = pruned(&chain(30, [1, 2], "ule i32 %least, %w"));
    assert!(outcome.findings.is_empty() && outcome.limits.is_empty(), "{:?}", outcome.limits);
    assert!(outcome.statistics.subsumed_paths >= 30);
}

/// Only the path that adds 2 in each turn fails.
#[test]
fn the_one_bad_path_is_found() {
    for turns in [3, 6, 9] {
        let text = chain(turns, [1, 2], "ult i32 %w, %most");
        let outcome = pruned(&text);
        assert_eq!(outcome.findings.len(), 1, "{turns} turns");
        let plain = explore(&parse_program(&text, "test.kir").unwrap(), PruningMode::Off);
        assert_eq!(found(&outcome), found(&plain));
    }
}

/// What is selected, by value and by address, decides whether a check fails.
#[test]
fn errors_that_depend_on_selected_values() {
    let text = "
function @main() -> i32 {
entry:
  %a: i8 = input \"a\"
  %b: i8 = input \"b\"
  %x = allocate stack 4
  %y = allocate stack 4
  store i32 1 to %x
  store i32 2 to %y
  %c = compare ult i8 %a, 10
  branch %c, one, other
one:
  jump join(%x)
other:
  jump join(%y)
join(%p: ptr):
  %d = compare ult i8 %b, 20
  %s = select i32 %d, 5, 7
  %e = compare ult i8 %b, 30
  branch %e, low, high
low:
  jump last(0)
high:
  jump last(1)
last(%h: i32):
  %v = load i32 %p
  %t = add i32 %v, %s
  %u = add i32 %t, %h
  %bad = compare eq i32 %u, 10
  %fine = xor i1 %bad, 1
  assert assertion holds %fine
  return 0
}
";
    let outcome = pruned(text);
    assert_eq!(outcome.findings.len(), 1, "7 + 2 + 1 only");
}

/// Objects have the names of others on another path, where one of them is smaller: a pointer to either is not the same.
#[test]
fn pointers_that_are_not_concrete_name_other_objects() {
    let text = "
function @main() -> i32 {
entry:
  %a: i8 = input \"a\"
  %b: i8 = input \"b\"
  %c = compare ult i8 %a, 10
  %d = compare ult i8 %b, 20
  branch %c, one, other
one:
  %p1 = allocate stack 8
  %q1 = allocate stack 8
  %s1 = select ptr %d, %p1, %q1
  jump join(%s1)
other:
  %p2 = allocate stack 8
  %q2 = allocate stack 4
  %s2 = select ptr %d, %p2, %q2
  jump join(%s2)
join(%s: ptr):
  assert valid-deref accessible write %s, 8
  store i64 1 to %s
  return 0
}
";
    finds_the_one(text);
}

/// A dangling pointer may equal a newer one, but not one to an object that lived at the same time.
#[test]
fn lives_of_dead_objects_matter() {
    let text = "
function @main() -> i32 {
entry:
  %a: i8 = input \"a\"
  %c = compare ult i8 %a, 10
  branch %c, one, other
one:
  %p1 = allocate heap 8
  %q1 = allocate heap 8
  free %p1
  jump join(%p1, %q1)
other:
  %p2 = allocate heap 8
  free %p2
  %q2 = allocate heap 8
  jump join(%p2, %q2)
join(%p: ptr, %q: ptr):
  %differ = compare ne ptr %p, %q
  assert assertion holds %differ
  free %q
  return 0
}
";
    finds_the_one(text);
}

/// Generated programs: the same findings with and without, and states are closed in many of them.
#[test]
fn generated_programs_have_the_same_findings() {
    let count: u64 =
        std::env::var("KLEW_HEAP_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(60);
    let (mut compared, mut closed, mut covered) = (0, 0, 0);
    for seed in 0..count {
        for flavour in [Flavour::C, Flavour::Java] {
            let size = 12 + seed as usize % 20;
            let settings = Settings { flavour, pointer_inputs: false, size, loops: true };
            let program = generate(&settings, 70_000 + seed).program;
            let plain = explore(&program, PruningMode::Off);
            for mode in [PruningMode::Inclusion, PruningMode::Interpolation] {
                let pruned = explore(&program, mode);
                if !plain.limits.is_empty() || !pruned.limits.is_empty() {
                    continue;
                }
                compared += 1;
                closed += u64::from(pruned.statistics.subsumed_paths > 0);
                covered += u64::from(pruned.statistics.pruning.covered > 0);
                assert_eq!(found(&plain), found(&pruned), "seed {seed}, {settings:?}, {mode:?}");
            }
        }
    }
    println!("{compared} compared; closed in {closed}, by inclusion in {covered}");
    assert!(closed * 40 > compared && compared > count / 2, "{closed} of {compared}");
}
