use super::slice;
use crate::{
    Property, parse_program, print_program,
    promotion::tests::random_function,
    test_interpreter::{Event, Outcome, run},
    test_support::Random,
    verify_program,
};

/// The bodies before and after, without positions; blocks are printed by number.
fn check(before: &str, after: &str) {
    assert_eq!(printed(before, true), printed(after, false));
}

fn printed(text: &str, slices: bool) -> String {
    let text = format!(
        "target 64\nglobal &g size 4 align 4 = zero\nglobal &h size 8 align 8 = zero\n{text}\nentry @f"
    );
    let program = parse_program(&text, "a.kir").unwrap();
    assert_eq!(verify_program(&program), Ok(()));
    let mut sliced = program.clone();
    if slices {
        sliced = slice(&program, |property| property == Property::Assertion).unwrap();
        assert_eq!(verify_program(&sliced), Ok(()), "{}", print_program(&sliced));
        let again = slice(&sliced, |property| property == Property::Assertion).unwrap();
        assert_eq!(print_program(&again), print_program(&sliced), "once is enough");
    }
    for function in &mut sliced.functions {
        if let crate::FunctionBody::Defined(definition) = &mut function.body {
            let definition = std::sync::Arc::make_mut(definition);
            definition.compact_values();
            definition.blocks.iter_mut().for_each(|block| block.name = None);
            definition.values.iter_mut().for_each(|value| value.name = None);
        }
    }
    print_program(&sliced)
        .lines()
        .map(|line| line.rsplit_once(" @").map_or(line, |(line, _)| line))
        .collect::<Vec<_>>()
        .join("\n")
}

const SUM: &str = "jump l(0, 0)\nl(%i: i32, %s: i32):\n%c = compare slt i32 %i, %n\nbranch %c, b, e\n\
                   b:\n%t = add i32 %s, %i\n%j = add i32 %i, 1\njump l(%j, %t)\ne:\n";

#[test]
fn a_loop_that_nothing_depends_on() {
    check(
        &format!(
            "function @f() {{\nentry:\n%n: i32 = input \"n\"\n{SUM}%k = compare slt i32 %n, 5\n\
             assert assertion holds %k\nreturn\n}}"
        ),
        "function @f() {\nentry:\n%n: i32 = input \"n\"\njump l\nl:\njump e\ne:\n\
         %k = compare slt i32 %n, 5\nassert assertion holds %k\nreturn\n}",
    );
}

#[test]
fn a_loop_that_counts() {
    let program = format!(
        "function @f() {{\nentry:\n%n: i32 = input \"n\"\n{SUM}%k = compare slt i32 %i, 5\n\
         assert assertion holds %k\nreturn\n}}"
    );
    check(
        &program,
        "function @f() {\nentry:\n%n: i32 = input \"n\"\njump l(0)\nl(%i: i32):\n\
         %c = compare slt i32 %i, %n\nbranch %c, b, e\nb:\n%j = add i32 %i, 1\njump l(%j)\ne:\n\
         %k = compare slt i32 %i, 5\nassert assertion holds %k\nreturn\n}",
    );
}

#[test]
fn loops_with_inputs_ends_and_assumptions_stay() {
    for what in ["%x: i32 = input \"x\"", "assume %d"] {
        let program = |rest: &str| {
            format!(
                "function @f() {{\nentry:\n%d: i1 = input \"d\"\njump l(0)\nl(%i: i32):\n\
                 %c = compare slt i32 %i, 7\nbranch %c, b, e\nb:\n{what}\n%j = add i32 %i, 1\n\
                 jump l(%j)\ne:\n{rest}assert assertion holds %d\nreturn\n}}"
            )
        };
        check(&program("%u = add i32 %i, 1\nstore i32 %u to &g\n"), &program(""));
    }
    let exits = "function @f() {\nentry:\n%d: i1 = input \"d\"\nbranch %d, a, b\na:\nexit\nb:\n\
                 assert assertion holds %d\nreturn\n}";
    check(exits, exits);
}

#[test]
fn memory_in_parts() {
    let program = |rest: &str| {
        format!(
            "function @f() {{\nentry:\n%n: i32 = input \"n\"\nstore i32 %n to &g\n{rest}\
             %v = load i32 &g\n%k = compare slt i32 %v, 5\nassert assertion holds %k\nreturn\n}}"
        )
    };
    check(
        &program("%a = allocate stack 4 align 4\nstore i32 1 to %a\nstore i32 2 to &h\n"),
        &program(""),
    );
    // An address that gets about.
    let shared = program("store ptr &g to &h\n%p = load ptr &h\nstore i32 3 to %p\n");
    check(&shared, &shared);
    // An object of its own, by an offset.
    let own = "function @f() {\nentry:\n%n: i32 = input \"n\"\n%a = allocate stack 8 align 4\n\
               %b = offset %a, 4\nstore i32 %n to %b\n%c = offset %a, 4\n%v = load i32 %c\n\
               %k = compare slt i32 %v, 5\nassert assertion holds %k\nreturn\n}";
    check(own, own);
}

#[test]
fn calls() {
    check(
        "function @f() {\nentry:\n%n: i32 = input \"n\"\n%r: i32, %s: i32 = call @two(%n, 7)\n\
         %u: i32 = call @other(%n)\n%k = compare slt i32 %r, 5\nassert assertion holds %k\nreturn\n}\n\
         function @two(%a: i32, %b: i32) -> i32, i32 {\nentry:\n%c = add i32 %b, 2\nreturn %a, %c\n}\n\
         function @other(%a: i32) -> i32 {\nentry:\n%c = add i32 %a, 2\nreturn %c\n}",
        "function @f() {\nentry:\n%n: i32 = input \"n\"\n%r: i32, %s: i32 = call @two(%n, undefined)\n\
         %k = compare slt i32 %r, 5\nassert assertion holds %k\nreturn\n}\n\
         function @two(%a: i32, %b: i32) -> i32, i32 {\nentry:\nreturn %a, undefined\n}\n\
         function @other(%a: i32) -> i32 {\nentry:\nreturn undefined\n}",
    );
    // What is outside may do anything, and so does what calls it.
    let outside = "function @f() {\nentry:\n%n: i1 = input \"n\"\ncall @inner(%n)\n\
                   assert assertion holds %n\nreturn\n}\n\
                   function @inner(%n: i1) {\nentry:\nbranch %n, a, b\na:\ncall @away()\njump b\nb:\n\
                   return\n}\nfunction @away() external";
    check(outside, outside);
}

#[test]
fn checks_of_accesses_stay_with_them() {
    check(
        "function @f(%p: ptr, %q: ptr) {\nentry:\nassert valid-deref accessible read %p, 1\n\
         %d = load i1 %p\nassert valid-deref accessible read %q, 1\n%e = load i1 %q\n\
         assert assertion holds %d\nreturn\n}",
        "function @f(%p: ptr, %q: ptr) {\nentry:\nassert valid-deref accessible read %p, 1\n\
         %d = load i1 %p\nassert assertion holds %d\nreturn\n}",
    );
}

#[test]
fn checks_of_what_may_destroy_stay() {
    let write = "function @f(%p: ptr, %i: i64, %d: i1) {\nentry:\n%q = offset %p, %i\n\
                 assert valid-deref accessible write %q, 4\nassert assertion holds %d\nreturn\n}";
    check(&write.replace("%q, 4\n", "%q, 4\nstore i32 5 to %q\n"), write);
    // Whether an object is alive matters to the second.
    let freed = "function @f(%p: ptr, %d: i1) {\nentry:\nassert valid-free freeable %p\nfree %p\n\
                 assert valid-free freeable %p\nfree %p\nassert assertion holds %d\nreturn\n}";
    check(freed, freed);
}

#[test]
fn checks_of_memory_need_all() {
    let text = "target 64\nfunction @f(%p: ptr) {\nentry:\nassert valid-deref accessible read %p, 1\n\
                %d = load i1 %p\nreturn\n}\nentry @f";
    let program = parse_program(text, "a.kir").unwrap();
    assert!(slice(&program, |property| property == Property::Dereference).is_none());
    assert!(slice(&program, |property| property == Property::MemoryTracked).is_none());
    assert!(slice(&program, |property| property == Property::Assertion).is_some());
}

/// Inputs and checks, in order.
fn seen(events: &[Event]) -> Vec<&Event> {
    events.iter().filter(|event| matches!(event, Event::Input(_) | Event::Asserts(_))).collect()
}

#[test]
fn random_functions_check_the_same() {
    let mut random = Random::new(29);
    let (mut dropped, mut compared) = (0, 0);
    for round in 0..3000 {
        let text = random_function(&mut random) + "entry @f\n";
        let program = parse_program(&text, "a.kir").unwrap();
        let sliced = slice(&program, |property| property == Property::Assertion).unwrap();
        assert_eq!(verify_program(&sliced), Ok(()), "{text}\n{}", print_program(&sliced));
        dropped += usize::from(print_program(&sliced).len() < print_program(&program).len());
        for seed in 0..4 {
            let (wanted, found) = (run(&program, seed + round), run(&sliced, seed + round));
            let (before, after) = (seen(&wanted.events), seen(&found.events));
            let length = match (wanted.outcome, found.outcome) {
                (Outcome::Ended, _) => before.len().max(after.len()),
                (_, Outcome::Ended) => before.len(),
                _ => before.len().min(after.len()),
            };
            compared += length;
            assert!(
                before.iter().take(length).eq(after.iter().take(length)),
                "{before:?}\n{after:?}\n{text}\n{}",
                print_program(&sliced)
            );
        }
    }
    assert!(dropped > 2000 && compared > 5000, "{dropped} {compared}");
}
