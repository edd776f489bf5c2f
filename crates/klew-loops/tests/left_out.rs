//! What the graph leaves out keeps a program from being settled, also where there is nothing to prove.

use klew_engine::{Ledger, Task, Unvalidated, Unwatched};
use klew_ir::{Property, PropertySet, parse_program};
use klew_loops::Loops;
use klew_solver::{Interrupt, SolverConfiguration};

fn is_settled(end: &str) -> bool {
    let text = format!(
        "target 64\nentry @main\n\nfunction @main() {{\n^0:\n  %x: i32 = input \"x\"\n  \
         %c = compare equal i32 %x, 7\n  branch %c, ^1, ^2\n^1:\n  {end}\n^2:\n  exit\n}}\n"
    );
    let program = parse_program(&text, "a.kir").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let properties: PropertySet = [Property::ErrorCall].into_iter().collect();
    let interrupt = Interrupt::new();
    let make = |arrays| {
        klew_solver::backend(&SolverConfiguration::default(), arrays, &interrupt)
            .map_err(|error| error.to_string())
    };
    let mut engine = Loops::new(Box::new(make), true);
    let mut ledger = Ledger::new(klew_ir::checks(&program, |one| one == Property::ErrorCall));
    let task = Task::new(&program, properties);
    klew_engine::work(&mut engine, &task, &mut ledger, &Unwatched, &mut Unvalidated);
    ledger.is_settled()
}

#[test]
fn a_program_without_checks_is_settled_if_all_of_it_is_followed() {
    assert!(is_settled("exit"));
    assert!(!is_settled("unsupported \"something\""));
    assert!(!is_settled("bound \"inputs\""));
    assert!(!is_settled("unreachable"));
}
