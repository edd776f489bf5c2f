use super::*;
use crate::promotion::{promote_stack_slots, tests::random_function};
use crate::simplify::simplify;
use crate::test_interpreter::{Event, Outcome, Value, run};
use crate::test_support::Random;
use crate::{parse_program, print_program, verify_program};

/// How much is assumed in each block of the first function, where all checks are asked about.
fn assumed(text: &str, asks_leaks: bool) -> Vec<usize> {
    let mut program = parse_program(&format!("target 64\n{text}\nentry @f"), "a.kir").unwrap();
    assert_eq!(verify_program(&program), Ok(()));
    assume_early(&mut program, |_, _| true, asks_leaks);
    assert_eq!(verify_program(&program), Ok(()), "{}", print_program(&program));
    assumptions(&program)
}

fn assumptions(program: &Program) -> Vec<usize> {
    let FunctionBody::Defined(definition) = &program.functions[0].body else { return Vec::new() };
    let is_assumed = |it: &&Instruction| matches!(it.operation, Operation::Assume(_));
    let blocks = definition.blocks.iter();
    blocks.map(|block| block.instructions.iter().filter(is_assumed).count()).collect()
}

const OTHERS: &str = "function @work(%x: i32) -> i32 {\nentry:\nreturn %x\n}\n\
    function @checks(%x: i1) {\nentry:\nassert assertion holds %x\nreturn\n}";

/// A call, then a condition and behind it a check; with something before the call, between, and on the other way.
fn program(before: &str, between: &str, other: &str) -> String {
    format!(
        "function @f() {{\nentry:\n%x: i32 = input \"x\"\n{before}%r: i32 = call @work(%x)\n{between}\
         %is = compare eq i32 %x, 9\nbranch %is, check, done\ncheck:\n%c = compare eq i32 %r, 34\n\
         assert assertion holds %c\nreturn\ndone:\n{other}return\n}}\n{OTHERS}"
    )
}

#[test]
fn what_a_check_behind_a_call_needs_is_assumed_before_it() {
    assert_eq!(assumed(&program("", "", ""), false), [1, 0, 0]);
    // Each part of a condition by itself.
    let both =
        program("", "", "").replace("eq i32 %x, 9\n", "eq i32 %x, 9\n%no = compare eq i32 %r, 1\n");
    let both = both.replace("branch %is,", "%b = and i1 %is, %no\nbranch %b,");
    assert_eq!(assumed(&both, false), [1, 0, 0]);
    // The check itself.
    let check = format!(
        "function @f() {{\nentry:\n%x: i32 = input \"x\"\n%r: i32 = call @work(%x)\n%a = compare ne i32 %x, 9\n\
         %b = compare eq i32 %r, 34\n%c = or i1 %a, %b\nassert assertion holds %c\nreturn\n}}\n{OTHERS}"
    );
    assert_eq!(assumed(&check, false), [1]);
}

#[test]
fn what_another_check_does_not_need_is_not_assumed() {
    let check = "%d = compare ne i32 %x, 5\nassert assertion holds %d\n";
    let call = "%d = compare ne i32 %x, 5\ncall @checks(%d)\n";
    for other in [check, call] {
        // Before the input's conditions are known the check is no matter.
        assert_eq!(assumed(&program("", other, ""), false), [0, 0, 0]);
        assert_eq!(assumed(&program("", "", other), false), [0, 0, 0]);
        assert_eq!(assumed(&program(other, "", ""), false), [0, 0, 0]);
    }
    // What is not freed is looked for at the end.
    assert_eq!(assumed(&program("", "", ""), true), [0, 0, 0]);
}

#[test]
fn what_is_called_with_checks_behind_is_left_as_it_is() {
    let called = program("", "", "").replace("@f()", "@g()");
    let text = format!(
        "function @f() {{\nentry:\ncall @g()\n%y: i1 = input \"y\"\nassert assertion holds %y\nreturn\n}}\n{called}"
    );
    let mut program = parse_program(&format!("target 64\n{text}\nentry @f"), "a.kir").unwrap();
    let before = print_program(&program);
    assume_early(&mut program, |_, _| true, false);
    assert_eq!(print_program(&program), before);
}

#[test]
fn what_changes_in_a_loop_is_not_assumed() {
    let text = format!(
        "function @f() {{\nentry:\njump head\nhead:\n%x: i32 = input \"x\"\n%r: i32 = call @work(%x)\n\
         %is = compare eq i32 %x, 9\nbranch %is, check, head\ncheck:\n%c = compare eq i32 %r, 34\n\
         assert assertion holds %c\nreturn\n}}\n{OTHERS}"
    );
    assert_eq!(assumed(&text, false), [0, 0, 0]);
}

/// How many events a run has up to the last check that fails.
fn until_failure(events: &[Event]) -> usize {
    let fails = |event: &Event| matches!(event, Event::Asserts(Value::Number(0)));
    events.iter().rposition(fails).map_or(0, |last| last + 1)
}

#[test]
fn random_runs_fail_the_same_checks() {
    let mut random = Random::new(31);
    let (mut changed, mut failed) = (0, 0);
    for round in 0..6000 {
        let text = random_function(&mut random) + "entry @f\n";
        let mut program = parse_program(&text, "a.kir").unwrap();
        let model = program.data_model;
        for function in &mut program.functions {
            if let FunctionBody::Defined(definition) = &mut function.body {
                let definition = Arc::make_mut(definition);
                promote_stack_slots(definition, model);
                simplify(definition, model);
            }
        }
        let mut early = program.clone();
        assume_early(&mut early, |_, property| property == Property::Assertion, false);
        assert_eq!(verify_program(&early), Ok(()), "{text}\n{}", print_program(&early));
        if assumptions(&early) == assumptions(&program) {
            continue;
        }
        changed += 1;
        for seed in 0..6 {
            let (before, after) = (run(&program, seed + round), run(&early, seed + round));
            let length = until_failure(&before.events);
            if length == 0 || before.outcome == Outcome::TooLong {
                continue;
            }
            failed += 1;
            assert_eq!(
                before.events.get(..length),
                after.events.get(..length),
                "{text}\n{}",
                print_program(&early)
            );
        }
    }
    assert!(changed > 50 && failed > 30, "{changed} {failed}");
}
