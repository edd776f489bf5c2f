//! Z3: everything Bitwuzla lacks (integers, quantifiers), and the second opinion.
//!
//! One long-lived solver. Z3 is several times faster on the logics it has a strategy for, so the solver
//! is made for the theories in use; when an assertion needs more, a more general one takes over and
//! the assertions are repeated.
//!
//! **Invariant**: `scopes` is what the Z3 solver has asserted, one list per open scope.

pub(crate) mod linear;
mod model;
pub mod raw;
mod translate;
mod watch;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use ::z3::{Params, SatResult, Solver, ast::Bool};
use klew_term::{Assignment, SymbolId, TermId, Terms};

use crate::{
    answer::UnknownReason,
    backend::{Backend, BackendAnswer, BackendError, BackendStatistics},
    interrupt::{Interrupt, Registration},
    theory::Theories,
};
use translate::Translator;
use watch::Watch;

/// The Z3 back end.
#[derive(Debug)]
pub struct Z3 {
    solver: Solver,
    logic: Option<&'static str>,
    theories: Theories,
    scopes: Vec<Vec<Bool>>,
    translator: Translator,
    assumptions: Vec<TermId>,
    interrupt: Interrupt,
    running: Arc<raw::Running>,
    watch: Watch,
    _registration: Registration,
    limit: Option<Duration>,
    statistics: BackendStatistics,
}

/// The name of a logic that has these theories and that Z3 has a strategy for. Not QF_ABV: its array
/// solver gives up on constant arrays.
fn logic(theories: Theories) -> Option<&'static str> {
    let Theories { integers, nonlinear, bit_vectors, arrays, floats, quantifiers, .. } = theories;
    match (integers, bit_vectors) {
        _ if floats || quantifiers || nonlinear => None,
        (true, true) => None,
        (false, _) => (!arrays).then_some("QF_BV"),
        (true, false) => arrays.then_some("QF_AUFLIA"),
    }
}

fn new_solver(logic: Option<&'static str>) -> Solver {
    logic.and_then(Solver::new_for_logic).unwrap_or_default()
}

fn set_limit(solver: &Solver, limit: Option<Duration>) {
    // Z3 has milliseconds in 32 bits; the largest number means no limit.
    let milliseconds =
        limit.map_or(u32::MAX, |limit| u32::try_from(limit.as_millis()).unwrap_or(u32::MAX).max(1));
    let mut params = Params::new();
    params.set_u32("timeout", milliseconds);
    solver.set_params(&params);
}

impl Z3 {
    /// A back end without assertions.
    pub fn new(interrupt: Interrupt) -> Self {
        let running = Arc::new(raw::Running::default());
        let other = Arc::clone(&running);
        let registration = interrupt.on_request(move || other.interrupt());
        let theories = Theories::default();
        let logic = logic(theories);
        Self {
            solver: new_solver(logic),
            logic,
            theories,
            scopes: vec![Vec::new()],
            translator: Translator::default(),
            assumptions: Vec::new(),
            interrupt,
            watch: Watch::new(Arc::clone(&running)),
            running,
            _registration: registration,
            limit: None,
            statistics: BackendStatistics::default(),
        }
    }

    /// Translates facts and makes sure that the solver has their theories.
    fn translated(&mut self, terms: &Terms, facts: &[TermId]) -> Result<Vec<Bool>, BackendError> {
        let mut translated = Vec::with_capacity(facts.len());
        for &fact in facts {
            translated.push(self.translator.boolean(terms, fact)?);
        }
        self.theories.add(self.translator.theories());
        let wanted = logic(self.theories);
        if wanted != self.logic {
            self.logic = wanted;
            self.repeat_assertions();
        }
        Ok(translated)
    }

    fn repeat_assertions(&mut self) {
        self.solver = new_solver(self.logic);
        for (level, scope) in self.scopes.iter().enumerate() {
            if level > 0 {
                self.solver.push();
            }
            scope.iter().for_each(|fact| self.solver.assert(fact));
        }
    }

    fn run(&mut self, assumptions: &[Bool]) -> BackendAnswer {
        let limit = self.limit.map(|limit| self.watch.begin(limit));
        let limit = self.interrupt.clip(limit);
        set_limit(&self.solver, limit);
        let start = Instant::now();
        let context = self.solver.get_context();
        let answer = self.running.during(context, || {
            // A request before this point found nothing to interrupt.
            if self.interrupt.is_requested() {
                SatResult::Unknown
            } else if assumptions.is_empty() {
                self.solver.check()
            } else {
                self.solver.check_assumptions(assumptions)
            }
        });
        self.watch.end();
        let time = start.elapsed();
        self.statistics.checks += 1;
        self.statistics.time += time;
        match answer {
            SatResult::Sat => BackendAnswer::Sat,
            SatResult::Unsat => BackendAnswer::Unsat,
            SatResult::Unknown => BackendAnswer::Unknown(self.reason(limit, time)),
        }
    }

    fn reason(&self, limit: Option<Duration>, time: Duration) -> UnknownReason {
        if self.interrupt.is_requested() {
            return UnknownReason::Interrupted;
        }
        let reason = self.solver.get_reason_unknown().unwrap_or_default();
        // Z3 counts the time itself, and may be done a little before our clock is; or its watch has ended the search.
        let stopped = matches!(reason.as_str(), "timeout" | "canceled" | "interrupted");
        if stopped || limit.is_some_and(|limit| time >= limit) {
            UnknownReason::TimeLimit
        } else {
            UnknownReason::Incomplete(reason)
        }
    }
}

impl Backend for Z3 {
    fn name(&self) -> &str {
        "z3"
    }

    fn push(&mut self) -> Result<(), BackendError> {
        self.solver.push();
        self.scopes.push(Vec::new());
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result<(), BackendError> {
        let left = self.scopes.len().checked_sub(levels as usize).filter(|&left| left > 0);
        let left =
            left.ok_or_else(|| BackendError::Failed("more scopes closed than open".into()))?;
        self.solver.pop(levels);
        self.scopes.truncate(left);
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, fact: TermId) -> Result<(), BackendError> {
        for fact in self.translated(terms, &[fact])? {
            self.solver.assert(&fact);
            if let Some(scope) = self.scopes.last_mut() {
                scope.push(fact);
            }
        }
        Ok(())
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer {
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        match self.translated(terms, assumptions) {
            Ok(translated) => self.run(&translated),
            Err(error) => BackendAnswer::Unknown(error.into()),
        }
    }

    fn model(&mut self, terms: &Terms, symbols: &[SymbolId]) -> Result<Assignment, BackendError> {
        let model = self.solver.get_model();
        let model = model.ok_or_else(|| BackendError::Failed("Z3 gave no model".into()))?;
        model::read(&self.translator, &model, terms, symbols)
    }

    fn unsat_core(&mut self) -> Vec<TermId> {
        let failed = self.solver.get_unsat_core();
        let is_failed = |term: &TermId| {
            self.translator.known_boolean(*term).is_none_or(|term| failed.contains(&term))
        };
        self.assumptions.iter().copied().filter(is_failed).collect()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.limit = limit;
    }

    fn reset(&mut self) -> Result<(), BackendError> {
        self.translator = Translator::default();
        self.theories = Theories::default();
        self.logic = logic(self.theories);
        self.scopes = vec![Vec::new()];
        self.assumptions.clear();
        self.repeat_assertions();
        self.statistics.resets += 1;
        Ok(())
    }

    fn statistics(&self) -> BackendStatistics {
        BackendStatistics { translated: self.translator.len(), ..self.statistics }
    }
}
