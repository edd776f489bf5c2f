//! The engine: clauses, facts of fixed forms, and the check of what was found.

use std::time::Duration;

use klew_clauses::system::System;
use klew_clauses::{Certificate, Meanings};
use klew_solver::Backend;
use klew_term::Terms;

use crate::abstraction::{Limits, strongest};
use crate::candidates::candidates;

/// Makes a solver that was asked nothing yet.
pub type MakeBackend<'m> = Box<dyn Fn() -> Result<Box<dyn Backend>, String> + 'm>;

/// Facts of fixed forms.
pub struct Invariants<'m> {
    /// Makes solvers.
    pub backend: &'m MakeBackend<'m>,
}

/// What is tried: first what is cheap.
const TRIES: [Limits; 3] = [
    Limits { models: 150, pairs: false, apart: false, query: Duration::from_millis(300) },
    Limits { models: 600, pairs: true, apart: false, query: Duration::from_secs(2) },
    Limits { models: 600, pairs: true, apart: true, query: Duration::from_secs(2) },
];

impl Invariants<'_> {
    /// Facts that satisfy the clauses that these goals rest on, as far as solvers that were used for finding them say. The
    /// closure is told of better and better ones, and says whether to go on.
    pub fn find(
        &self,
        system: &System,
        terms: &mut Terms,
        goals: &[usize],
        stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(&mut Terms, &Meanings) -> bool,
    ) {
        let mut known = Meanings::new();
        for limits in TRIES {
            let Ok(mut solver) = (self.backend)() else { return };
            if let Some(facts) = strongest(system, terms, goals, &mut *solver, limits, stop) {
                known = facts;
                if !found(terms, &known) {
                    return;
                }
            }
            let mut more = known.clone();
            for (predicate, facts) in candidates(system, terms, goals) {
                more.entry(predicate).or_default().extend(facts);
            }
            let Ok(mut solver) = (self.backend)() else { return };
            solver.set_limit(Some(limits.query));
            let mut certificate = Certificate::new(system, solver, stop);
            if certificate.weaken(terms, &mut more, goals).is_ok() && !found(terms, &more) {
                return;
            }
            if stop() {
                return;
            }
        }
    }
}
