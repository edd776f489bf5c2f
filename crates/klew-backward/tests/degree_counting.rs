//! *Degree counting(a, b)* of the paper's section 5: the check fails if and only if a + 2 ≤ b.

mod decide;

use std::time::{Duration, Instant};

use decide::{Decided, decide};
use klew_backward::{DisjunctLayout, Options, Representation, Solve};
use klew_engine::{Claim, Control, Shown, Target, Task, Unwatched, Validation, Witness};
use klew_ir::PropertySet;
use klew_solver::{Backend, Interrupt, z3::Z3};

const PROGRAM: &str = r#"
type $int = int "int" 32 signed
type $link = pointer $Node
type $Node = record "Node" size 24 { "next" at 0 $link, "pointsTo" at 64 $link, "index" at 128 $int, "inDegree" at 160 $int }
function @Compute() {
entry:
  %first: ptr = input "first" type $link
  jump number(%first, 0)
number(%n: ptr, %index: i32):
  %c1 = compare equal ptr %n, null
  branch %c1, count(%first), number_one
number_one:
  %p1 = offset %n, 20
  store i32 0 to %p1
  %p2 = offset %n, 16
  store i32 %index to %p2
  %next1 = load ptr %n
  %index1 = add i32 %index, 1
  jump number(%next1, %index1)
count(%m: ptr):
  %c2 = compare equal ptr %m, null
  branch %c2, look(%first), count_one
count_one:
  %p3 = offset %m, 8
  %target = load ptr %p3
  %c3 = compare equal ptr %target, null
  branch %c3, count_next, count_more
count_more:
  %p4 = offset %target, 20
  %degree = load i32 %p4
  %degree1 = add i32 %degree, 1
  store i32 %degree1 to %p4
  jump count_next
count_next:
  %next2 = load ptr %m
  jump count(%next2)
look(%k: ptr):
  %c4 = compare equal ptr %k, null
  branch %c4, done, look_one
look_one:
  %p5 = offset %k, 16
  %at = load i32 %p5
  %p6 = offset %k, 20
  %in = load i32 %p6
  %late = compare signed_less i32 A, %at
  %many = compare signed_less i32 %at, %in
  %both = and i1 %late, %many
  %fine = xor i1 %both, 1
  assert assertion holds %fine "in-degree"
  %next3 = load ptr %k
  jump look(%next3)
done:
  return
}
entry @Compute
"#;

/// Any candidate will do.
struct Believes;

impl Validation for Believes {
    fn witness(&mut self, witness: &Witness) -> (Shown, Control) {
        let _ = witness;
        (Shown::Replayed, Control::Continue)
    }

    fn claim(&mut self, claim: &Claim) -> Option<(Target, Shown)> {
        Some((claim.target.clone(), Shown::Replayed))
    }
}

fn z3(_: bool) -> Result<Box<dyn Backend>, String> {
    Ok(Box::new(Z3::new(Interrupt::new())))
}

fn count_degrees(a: u32, b: u32, representation: Representation) -> (Decided, Duration) {
    let text = PROGRAM.replace("A, %at", &format!("{a}, %at"));
    let program = klew_ir::parse_program(&text, "degree_counting.kir").unwrap();
    klew_ir::verify_program(&program).unwrap();
    let options = Options { representation, bound: Some(b), ..Options::default() };
    let task = Task { first_only: true, ..Task::new(&program, PropertySet::all()) };
    let start = Instant::now();
    let decided = decide(&task, options, z3, &Unwatched, &mut Believes);
    (decided, start.elapsed())
}

fn check(a: u32, b: u32, representation: Representation) -> Duration {
    let (outcome, time) = count_degrees(a, b, representation);
    assert_eq!(
        !outcome.reachable.is_empty(),
        a + 2 <= b,
        "({a}, {b}) {representation:?}: {outcome:#?}"
    );
    time
}

#[test]
fn verdicts() {
    for b in 1..=4 {
        for a in 0..=b {
            check(a, b, Representation::Conjunctions(Solve::Loops));
        }
    }
}

#[test]
fn verdicts_in_all_representations() {
    for solve in [Solve::Never, Solve::Always] {
        check(1, 3, Representation::Conjunctions(solve));
        check(2, 3, Representation::Conjunctions(solve));
    }
    for layout in [DisjunctLayout::Set, DisjunctLayout::Term, DisjunctLayout::Combined] {
        check(1, 3, Representation::Disjuncts(layout, Solve::Never));
        check(2, 3, Representation::Disjuncts(layout, Solve::Never));
    }
}

#[test]
#[ignore = "long"]
fn large() {
    for (a, b) in [(4, 6), (5, 6), (6, 8), (7, 8), (10, 12), (11, 12)] {
        for solve in [Solve::Loops, Solve::Never] {
            eprintln!(
                "({a}, {b}) {solve:?}: {:?}",
                check(a, b, Representation::Conjunctions(solve))
            );
        }
    }
}
