//! Bitwuzla: bit-vectors, arrays and floats. The default back end.

mod model;
pub mod raw;
mod translate;

use std::time::{Duration, Instant};

use klew_term::{Assignment, SymbolId, TermId, Terms};

use crate::{
    answer::UnknownReason,
    backend::{Backend, BackendAnswer, BackendError, BackendStatistics},
    interrupt::Interrupt,
    theory::Theories,
};
use translate::Translator;

impl From<raw::Error> for BackendError {
    fn from(error: raw::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Bitwuzla simplifies a query without a look at the clock, about so many terms in a millisecond, and of deep ones far fewer: what has little
/// time is not begun if it is larger.
const SIMPLIFIED_IN_A_MILLISECOND: u128 = 40;

/// The Bitwuzla back end.
#[derive(Debug)]
pub struct Bitwuzla {
    translator: Translator,
    interrupt: Interrupt,
    limit: Option<Duration>,
    assumptions: Vec<TermId>,
    /// The theories asserted in each open scope.
    scopes: Vec<Theories>,
    statistics: BackendStatistics,
}

impl Bitwuzla {
    /// A back end without assertions.
    pub fn new(interrupt: Interrupt) -> Result<Self, BackendError> {
        let translator = Translator::new(Self::instance(&interrupt)?);
        let statistics = BackendStatistics::default();
        let (assumptions, scopes) = (Vec::new(), vec![Theories::default()]);
        Ok(Self { translator, interrupt, limit: None, assumptions, scopes, statistics })
    }

    fn instance(interrupt: &Interrupt) -> Result<raw::Instance, raw::Error> {
        raw::Instance::new(raw::Options::default(), interrupt.flag())
    }

    fn translated(
        &mut self,
        terms: &Terms,
        facts: &[TermId],
    ) -> Result<Vec<raw::Term>, BackendError> {
        facts.iter().map(|&fact| self.translator.term(terms, fact)).collect()
    }

    /// Bitwuzla gives up, with a message on the terminal, where an array equality meets a constant
    /// array.
    fn supported(&self) -> Result<(), BackendError> {
        let mut theories = Theories::default();
        self.scopes.iter().for_each(|&scope| theories.add(scope));
        let assumed = self.assumptions.iter().map(|&term| self.translator.theories(term));
        assumed.for_each(|assumed| theories.add(assumed));
        if theories.array_equalities && theories.constant_arrays {
            return Err(BackendError::Unsupported("equality next to constant arrays".into()));
        }
        Ok(())
    }

    fn run(&mut self, assumptions: &[raw::Term]) -> Result<BackendAnswer, BackendError> {
        self.supported()?;
        let limit = self.interrupt.clip(self.limit);
        let start = Instant::now();
        self.translator.instance().set_deadline(self.interrupt.deadline());
        let answer = self.translator.instance().check(assumptions, self.limit);
        let time = start.elapsed();
        self.statistics.checks += 1;
        self.statistics.time += time;
        Ok(match answer? {
            raw::Answer::Sat => BackendAnswer::Sat,
            raw::Answer::Unsat => BackendAnswer::Unsat,
            raw::Answer::Unknown if self.interrupt.is_requested() => {
                BackendAnswer::Unknown(UnknownReason::Interrupted)
            }
            raw::Answer::Unknown if limit.is_some_and(|limit| time >= limit) => {
                BackendAnswer::Unknown(UnknownReason::TimeLimit)
            }
            raw::Answer::Unknown => {
                BackendAnswer::Unknown(UnknownReason::Incomplete("no reason given".into()))
            }
        })
    }
}

impl Backend for Bitwuzla {
    fn name(&self) -> &str {
        "bitwuzla"
    }

    fn push(&mut self) -> Result<(), BackendError> {
        self.translator.instance().push()?;
        self.scopes.push(Theories::default());
        Ok(())
    }

    fn pop(&mut self, levels: u32) -> Result<(), BackendError> {
        self.translator.instance().pop(levels)?;
        self.scopes.truncate(self.scopes.len().saturating_sub(levels as usize));
        Ok(())
    }

    fn assert(&mut self, terms: &Terms, fact: TermId) -> Result<(), BackendError> {
        let translated = self.translator.term(terms, fact)?;
        self.translator.instance().assert(translated)?;
        if let Some(scope) = self.scopes.last_mut() {
            scope.add(self.translator.theories(fact));
        }
        Ok(())
    }

    fn check(&mut self, terms: &Terms, assumptions: &[TermId]) -> BackendAnswer {
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
        self.translated(terms, assumptions)
            .and_then(|assumptions| self.run(&assumptions))
            .unwrap_or_else(|error| BackendAnswer::Unknown(error.into()))
    }

    fn model(&mut self, terms: &Terms, symbols: &[SymbolId]) -> Result<Assignment, BackendError> {
        model::read(&self.translator, terms, symbols)
    }

    fn unsat_core(&mut self) -> Vec<TermId> {
        let known = |term: &TermId| self.translator.known(*term);
        let translated: Option<Vec<raw::Term>> = self.assumptions.iter().map(known).collect();
        let failed = translated.and_then(|assumptions| {
            self.translator.instance().failed_assumptions(&assumptions).ok()
        });
        // All assumptions together are a core, too.
        let Some(failed) = failed else { return self.assumptions.clone() };
        let is_failed = |term: &TermId| known(term).is_some_and(|term| failed.contains(&term));
        self.assumptions.iter().copied().filter(is_failed).collect()
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.limit = limit;
    }

    fn is_too_large(&self, terms: &Terms, constraints: &[TermId]) -> bool {
        let most = self.limit.map(|limit| limit.as_millis() * SIMPLIFIED_IN_A_MILLISECOND);
        most.is_some_and(|most| terms.has_more_subterms_than(constraints, most as usize))
    }

    fn reset(&mut self) -> Result<(), BackendError> {
        self.translator = Translator::new(Self::instance(&self.interrupt)?);
        self.assumptions.clear();
        self.scopes = vec![Theories::default()];
        self.statistics.resets += 1;
        Ok(())
    }

    fn statistics(&self) -> BackendStatistics {
        BackendStatistics { translated: self.translator.len(), ..self.statistics }
    }
}
