//! What is beyond a bound on inputs: the bound is named unless all runs there end without a fault.

use klew_engine::Limit;
use klew_forward::{Configuration, Forward, Outcome, Unwatched};
use klew_ir::{Property, PropertySet};
use klew_solver::{Interrupt, SolverConfiguration, build};

/// Explores a program that goes on at the block `beyond` with a `%n` above 9.
fn explore(beyond: &str) -> Outcome {
    let text = format!(
        r#"function @main() -> i32 {{
entry:
  %n: i32 = input "n"
  %few = compare ule i32 %n, 9
  branch %few, within, above
above:
  bound "n is at most 9", beyond
within:
  return 0
{beyond}
}}
"#
    );
    explored(&text)
}

/// Explores a program; what fails where memory is accessed is not asked about.
fn explored(text: &str) -> Outcome {
    let program = klew_ir::text::parse_program(text, "beyond.kir").expect("it is a program");
    klew_ir::verify::verify_program(&program).expect("it is well formed");
    let properties = [Property::Assertion, Property::MemoryTracked];
    let configuration = Configuration {
        properties: properties.into_iter().collect::<PropertySet>(),
        ..Configuration::default()
    };
    let solver = build(SolverConfiguration::default(), &Interrupt::new()).expect("a solver");
    Forward::new(&program, configuration, solver).expect("it has an entry").run(&mut Unwatched)
}

/// Checks whether the bound is named, and that nothing else is.
fn check(beyond: &str, named: bool) {
    let outcome = explore(beyond);
    assert!(outcome.findings.is_empty(), "{:?}", outcome.findings);
    assert!(outcome.approximations.is_empty(), "{:?}", outcome.approximations);
    let limits: Vec<&Limit> = outcome.limits.iter().map(|(limit, _)| limit).collect();
    let bound = Limit::InputBound("n is at most 9".to_owned());
    assert_eq!(limits, if named { vec![&bound] } else { Vec::new() });
}

#[test]
fn runs_that_end_well_need_no_bound() {
    check("beyond:\n  return 1", false);
    check("beyond:\n  exit", false);
    check(
        "beyond:\n  %c = compare ule i32 %n, 9\n  assume %c\n  assert assertion holds false\n  return 1",
        false,
    );
    check("beyond:\n  %c = compare ult i32 3, %n\n  assert assertion holds %c\n  return 1", false);
}

#[test]
fn a_few_ways_are_followed() {
    let ways = r#"beyond:
  %m: i32 = input "m"
  %c = compare ule i32 %m, 9
  branch %c, one, other
one:
  assume false
  return 1
other:
  return 2"#;
    check(ways, false);
}

#[test]
fn what_may_fail_is_not_followed() {
    check("beyond:\n  assert assertion holds false\n  return 1", true);
    check("beyond:\n  %c = compare ne i32 %n, 77\n  assert assertion holds %c\n  return 1", true);
    let one_way = r#"beyond:
  %m: i32 = input "m"
  %c = compare ule i32 %m, 9
  branch %c, one, other
one:
  return 1
other:
  assert assertion holds %c
  return 2"#;
    check(one_way, true);
    check("beyond:\n  %p = allocate heap 4\n  return 1", true);
}

#[test]
fn what_is_not_followed_to_its_end_is_beyond_the_bound() {
    check("beyond:\n  unsupported \"this\"", true);
    check("beyond:\n  unreachable", true);
    check("beyond:\n  bound \"n is at most 9\"", true);
    check("beyond:\n  jump loop(0)\nloop(%i: i32):\n  %j = add i32 %i, 1\n  jump loop(%j)", true);
    let turns = r#"beyond:
  jump loop(0)
loop(%i: i32):
  %c = compare ult i32 %i, %n
  %j = add i32 %i, 1
  branch %c, loop(%j), done
done:
  return 1"#;
    check(turns, true);
}

#[test]
fn what_was_told_of_runs_within_still_ends_a_probe() {
    let text = r#"function @touch(%i: i32) {
entry:
  %array = allocate stack 8
  %offset = convert zero_extend i32 %i to i64
  %at = offset %array, %offset
  assert valid-deref accessible write %at, 1
  store i8 1 to %at
  return
}
function @main() -> i32 {
entry:
  %m: i32 = input "m"
  call @touch(%m)
  %n: i32 = input "n"
  %few = compare ule i32 %n, 9
  branch %few, within, above
above:
  bound "n is at most 9", beyond
within:
  return 0
beyond:
  %k: i32 = input "k"
  call @touch(%k)
  return 1
}
entry @main
"#;
    let outcome = explored(text);
    assert_eq!(outcome.approximations.len(), 1, "{:?}", outcome.approximations);
    let limits: Vec<&Limit> = outcome.limits.iter().map(|(limit, _)| limit).collect();
    assert_eq!(limits, [&Limit::InputBound("n is at most 9".to_owned())]);
}
