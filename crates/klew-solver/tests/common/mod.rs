//! What the tests of several back ends share.

#![allow(dead_code)] // Not every test file uses all of it.

use std::process::{Command, Stdio};

use klew_solver::{
    Answer, Incremental, Interrupt, Query, Solver, bitwuzla::Bitwuzla, command::CommandSolver,
    z3::Z3,
};
use klew_term::{Evaluator, TermId, Terms};

/// Every back end that this machine has, by name.
pub fn backends() -> Vec<(&'static str, Box<dyn Solver>)> {
    let mut all = in_process();
    if has_z3_command() {
        let command = CommandSolver::new("z3 -in", Interrupt::new()).unwrap();
        all.push(("command", Box::new(Incremental::new(command))));
    }
    all
}

/// The back ends that are linked.
pub fn in_process() -> Vec<(&'static str, Box<dyn Solver>)> {
    let bitwuzla = Bitwuzla::new(Interrupt::new()).unwrap();
    vec![
        ("bitwuzla", Box::new(Incremental::new(bitwuzla))),
        ("z3", Box::new(Incremental::new(Z3::new(Interrupt::new())))),
    ]
}

/// Whether there is a `z3` program to run.
pub fn has_z3_command() -> bool {
    let quiet = |stream: fn() -> Stdio| stream();
    Command::new("z3").arg("--version").stdout(quiet(Stdio::null)).status().is_ok()
}

/// Checks a query; a model must satisfy it, a core must be part of it.
pub fn ask(solver: &mut dyn Solver, terms: &mut Terms, query: &Query<'_>) -> Answer {
    let answer = solver.check(terms, query);
    match &answer {
        Answer::Sat(model) => {
            for &constraint in query.constraints {
                let value = Evaluator::new(terms, model).evaluate_bool(constraint);
                let text = klew_term::print_smtlib(terms, constraint);
                assert_eq!(value, Ok(true), "{text} under {model:?}");
            }
            for symbol in query.symbols(terms) {
                assert!(model.get(symbol).is_some(), "no value for {}", terms.symbol_name(symbol));
            }
        }
        Answer::Unsat(core) => assert!(core.iter().all(|term| query.constraints.contains(term))),
        Answer::Unknown(_) => {}
    }
    answer
}

/// Two factors of about 45 bits have this product: far beyond a second.
pub fn hard(terms: &mut Terms) -> TermId {
    use klew_term::{BitVecValue, Sort};
    let [p, q] = ["p", "q"].map(|name| terms.symbol(name, Sort::BitVec(96)));
    let product = terms.bv_mul(p, q);
    let value = BitVecValue::from_u128(96, 1_000_000_000_004_010_000_000_001_147);
    let value = terms.bv_value(value);
    let bound = terms.bv(96, 1 << 48);
    let one = terms.bv(96, 1);
    let parts = [
        terms.eq(product, value),
        terms.bv_ult(p, bound),
        terms.bv_ult(q, bound),
        terms.bv_ult(p, q),
        terms.bv_ult(one, p),
    ];
    terms.and_all(&parts)
}
