//! A solver proves every rewrite rule of klew-term: for each example, *before ≠ after* is unsatisfiable.
//!
//! Both terms are rebuilt in an arena that does not rewrite, so that the solver sees them as they are.

use std::time::Duration;

use klew_solver::{Answer, Incremental, Interrupt, Query, Solver, bitwuzla::Bitwuzla, z3::Z3};
use klew_term::{TermId, Terms, rewrite_into, rule_examples::rule_examples};

#[test]
fn every_rewrite_rule_is_proved() {
    let mut open = Vec::new();
    let examples = rule_examples();
    assert!(examples.len() > 300, "the examples are gone");
    for example in examples {
        let mut raw = Terms::without_rewriting();
        let before = (example.build)(&mut raw);
        let mut rewriting = Terms::new();
        let rewritten = rewrite_into(&raw, before, &mut rewriting);
        let after = rewrite_into(&rewriting, rewritten, &mut raw);
        let equal = raw.eq(before, after);
        let different = raw.not(equal);
        let answer = match bitwuzla(&mut raw, different) {
            Answer::Unknown(_) => z3(&mut raw, different),
            answer => answer,
        };
        if !matches!(answer, Answer::Unsat(_)) {
            open.push(format!("{}: {answer:?}", example.rule));
        }
    }
    assert!(open.is_empty(), "not proved:\n{}", open.join("\n"));
}

fn bitwuzla(terms: &mut Terms, constraint: TermId) -> Answer {
    let backend = Bitwuzla::new(Interrupt::new()).expect("Bitwuzla is linked");
    ask(&mut Incremental::new(backend), terms, constraint)
}

fn z3(terms: &mut Terms, constraint: TermId) -> Answer {
    ask(&mut Incremental::new(Z3::new(Interrupt::new())), terms, constraint)
}

fn ask(solver: &mut dyn Solver, terms: &mut Terms, constraint: TermId) -> Answer {
    solver.set_limit(Some(Duration::from_secs(300)));
    solver.check(terms, &Query::new(&[constraint]))
}
