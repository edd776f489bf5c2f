//! Generated programs with loops: nested, with flags, arrays, early exits, arithmetic that wraps, in narrow types. Every
//! input is tried by a plain interpreter; what the engine proves must not fail for any of them.
//!
//! `KLEW_LOOP_PROGRAMS=3000` for more of them than 60.

mod generated;

use generated::{Program, Random};
use klew_engine::{Ledger, Standing, Task, Unvalidated, Unwatched};
use klew_ir::{Property, PropertySet, parse_program};
use klew_loops::Loops;
use klew_solver::{Interrupt, SolverConfiguration};

/// For each check of the program, in the order of the text, whether the engine says that it holds.
fn proved(text: &str) -> Vec<bool> {
    let program =
        parse_program(text, "loops.kir").unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut program = program;
    if let Some(entry) = program.entry
        && let klew_ir::FunctionBody::Defined(body) = &mut program.functions[entry.0 as usize].body
    {
        let body = std::sync::Arc::make_mut(body);
        klew_ir::promotion::promote_stack_slots(body, program.data_model);
        klew_ir::simplify::simplify(body, program.data_model);
    }
    let properties: PropertySet = [Property::ErrorCall].into_iter().collect();
    let checks = klew_ir::checks(&program, |property| property == Property::ErrorCall);
    let interrupt = Interrupt::new();
    let make = |arrays| {
        klew_solver::backend(&SolverConfiguration::default(), arrays, &interrupt)
            .map_err(|error| error.to_string())
    };
    let mut engine = Loops::new(Box::new(make), false);
    let task = Task::new(&program, properties);
    let mut ledger = Ledger::new(checks.clone());
    klew_engine::work(&mut engine, &task, &mut ledger, &Unwatched, &mut Unvalidated);
    let holds = |line: u32| {
        checks
            .iter()
            .filter(|check| check.position.line == line)
            .all(|check| matches!(ledger.standing(check.id), Standing::Holds { .. }))
    };
    // Checks are told apart by their lines; one whose code is gone holds.
    (0..generated::CHECKS).map(|number| holds(number as u32 + 1)).collect()
}

#[test]
fn what_is_proved_of_generated_loops_is_true() {
    let count = std::env::var("KLEW_LOOP_PROGRAMS").ok().and_then(|count| count.parse().ok());
    let count: u64 = count.unwrap_or(36);
    let workers = std::thread::available_parallelism().map_or(1, |many| many.get() as u64);
    let counted = std::thread::scope(|scope| {
        let work = |first: u64| move || (first..count).step_by(workers as usize).map(judge);
        let started: Vec<_> = (0..workers)
            .map(|first| scope.spawn(move || work(first)().fold([0; 3], added)))
            .collect();
        let finished = started
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        finished.fold([0; 3], added)
    });
    let [proofs, failing, never] = counted;
    println!(
        "{count} programs: {proofs} of {never} checks that never fail are proved, {failing} fail"
    );
    // A test in which nothing is proved, or nothing fails, would show nothing.
    assert!(proofs * 2 >= never && failing * 2 >= count, "{proofs} {never} {failing}");
}

fn added(one: [u64; 3], other: [u64; 3]) -> [u64; 3] {
    std::array::from_fn(|at| one[at] + other[at])
}

/// How many checks of a program are proved, fail, and never fail.
fn judge(seed: u64) -> [u64; 3] {
    let program = Program::new(&mut Random::new(seed));
    let text = program.text();
    let fails = program.failing();
    let proved = proved(&text);
    for (number, (proved, fails)) in proved.iter().zip(&fails).enumerate() {
        assert!(!(*proved && *fails), "seed {seed}, check {number} is proved and fails\n{text}");
    }
    let count = |of: &[bool], what: bool| of.iter().filter(|one| **one == what).count() as u64;
    [count(&proved, true), count(&fails, true), count(&fails, false)]
}
