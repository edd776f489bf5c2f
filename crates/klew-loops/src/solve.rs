//! Asking whether a target can be reached: the condition with more and more turns of its loops.
//!
//! Each unfolding is implied by the condition, so the first that is unsatisfiable is a proof. A model in which no loop is
//! gone round more often than it was unfolded is likely to be a run; what it says of the inputs is worth trying.

use std::rc::Rc;
use std::time::Duration;

use klew_solver::{Backend, BackendAnswer, BackendError};
use klew_term::{Evaluator, Kind, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;

use crate::backbones::Refusal;
use crate::condition::Condition;
use crate::context::Context;
use crate::looping::Unfolding;
use crate::pinned::{pinned, symbols};
use crate::small::{MANY_TURNS, Sizes, numbers_outside, small};

/// A question with its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Turns that loops are unfolded to.
    pub bound: u32,
    /// What.
    pub question: Question,
    /// The query's time in milliseconds.
    pub time: u64,
}

const fn asked(bound: u32, question: Question, time: u64) -> Asked {
    Asked { bound, question, time }
}

/// What is asked, one after the other; the paper's bound is 25. Which one a solver answers soon depends on the program, so each has a
/// moment before any has long; one that was answered is not asked again.
pub const QUESTIONS: [Asked; 11] = [
    asked(2, Question::Any, 400),
    asked(6, Question::Small, 400),
    asked(25, Question::Sized(24), 6000),
    asked(12, Question::Small, 1000),
    asked(2, Question::Any, 2000),
    asked(6, Question::Small, 3000),
    asked(25, Question::Sized(24), 10_000),
    asked(12, Question::Small, 5000),
    asked(8, Question::Any, 10_000),
    asked(25, Question::Small, 10_000),
    asked(25, Question::Any, 10_000),
];

/// Who is asked.
pub struct Solvers {
    /// Finds proofs, and models of formulas that are mostly about bits.
    pub bits: Box<dyn Backend>,
    /// Finds models of formulas in which it matters most which elements of arrays are read.
    pub arrays: Box<dyn Backend>,
}

/// Inputs that are read off a model.
const MOST_INPUTS: usize = 4_096;

/// What is known of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// No run comes to it.
    Never,
    /// Runs may; the low bits of the inputs of one, as a model has it.
    Maybe(Vec<u64>),
    /// None with few turns and small inputs does.
    NoneSmall,
    /// Nothing; why.
    Unknown(String),
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether there is any run.
    Any,
    /// For a run with few turns and small inputs: such a model is found faster, and more likely to be one.
    Small,
    /// And whose inputs outside of loops all are that number.
    Sized(u64),
}

/// Asks with loops unfolded to a bound.
///
/// # Errors
/// The formula is too large, or the time is over.
pub fn reach(
    context: &mut Context<'_>,
    solvers: &mut Solvers,
    condition: &Rc<Condition>,
    (inputs, asked): (SymbolId, Asked),
    stop: &dyn Fn() -> bool,
) -> Result<Reach, Refusal> {
    let Asked { bound, question, time } = asked;
    let mut unfolding = Unfolding::new(context, bound, stop);
    let facts = unfolding.unfold(condition)?;
    let counters = std::mem::take(&mut unfolding.counters);
    if facts.iter().any(|fact| context.terms.as_bool(*fact) == Some(false)) {
        return Ok(Reach::Never);
    }
    let limit = Some(Duration::from_millis(time));
    solvers.bits.set_limit(limit);
    solvers.arrays.set_limit(limit);
    let answer = match question {
        Question::Any => any(context.terms, &mut *solvers.bits, &facts, inputs),
        Question::Small => {
            let sizes = Sizes { numbers: FxHashSet::default(), size: 0 };
            few(context.terms, solvers, &facts, (inputs, &sizes), (bound, &counters))
        }
        Question::Sized(size) => {
            let numbers = numbers_outside(context.terms, condition, inputs);
            let sizes = Sizes { numbers, size };
            few(context.terms, solvers, &facts, (inputs, &sizes), (bound, &counters))
        }
    };
    Ok(answer.unwrap_or_else(|error| Reach::Unknown(error.to_string())))
}

fn any(
    terms: &Terms,
    backend: &mut dyn Backend,
    facts: &[TermId],
    inputs: SymbolId,
) -> Result<Reach, BackendError> {
    match ask(terms, backend, facts)? {
        BackendAnswer::Unsat => Ok(Reach::Never),
        BackendAnswer::Sat => read(terms, backend, facts, inputs),
        BackendAnswer::Unknown(why) => Ok(Reach::Unknown(why.to_string())),
    }
}

fn few(
    terms: &mut Terms,
    solvers: &mut Solvers,
    facts: &[TermId],
    inputs: (SymbolId, &Sizes),
    (bound, counters): (u32, &[(TermId, bool)]),
) -> Result<Reach, BackendError> {
    let bits = u32::BITS - bound.leading_zeros();
    let few = |(counter, reads_arrays): &(TermId, bool)| {
        (*counter, if *reads_arrays { bits } else { MANY_TURNS })
    };
    let few: Vec<(TermId, u32)> = counters.iter().map(few).collect();
    let mut small = small(terms, facts, inputs, &few);
    small.facts = pinned(terms, small.facts);
    let backend = match asks_where(terms, &small.facts) {
        true => &mut *solvers.arrays,
        false => &mut *solvers.bits,
    };
    match ask(terms, backend, &small.facts)? {
        BackendAnswer::Sat => read(terms, backend, &small.facts, small.inputs),
        BackendAnswer::Unsat => Ok(Reach::NoneSmall),
        BackendAnswer::Unknown(why) => Ok(Reach::Unknown(why.to_string())),
    }
}

/// Whether most elements that are read are not at constant indices.
fn asks_where(terms: &Terms, facts: &[TermId]) -> bool {
    let (mut constant, mut other) = (0, 0);
    for term in terms.subterms(facts) {
        if terms.kind(term) == Kind::Select {
            let is_constant = terms.is_constant(terms.arguments(term)[1]);
            *if is_constant { &mut constant } else { &mut other } += 1;
        }
    }
    other > constant
}

fn ask(
    terms: &Terms,
    backend: &mut dyn Backend,
    facts: &[TermId],
) -> Result<BackendAnswer, BackendError> {
    backend.reset()?;
    for fact in facts {
        backend.assert(terms, *fact)?;
    }
    Ok(backend.check(terms, &[]))
}

/// The inputs of a model.
fn read(
    terms: &Terms,
    backend: &mut dyn Backend,
    facts: &[TermId],
    inputs: SymbolId,
) -> Result<Reach, BackendError> {
    let model = backend.model(terms, &symbols(terms, facts))?;
    let mut evaluator = Evaluator::new(terms, &model);
    let mut values: Vec<u64> = Vec::new();
    for term in terms.subterms(facts) {
        if terms.kind(term) != Kind::Select
            || terms.as_symbol(terms.arguments(term)[0]) != Some(inputs)
        {
            continue;
        }
        let number = evaluator.evaluate_u64(terms.arguments(term)[1]);
        let value = evaluator.evaluate_u64(term);
        let (Ok(number), Ok(value)) = (number, value) else { continue };
        let Some(number) = usize::try_from(number).ok().filter(|n| *n < MOST_INPUTS) else {
            continue;
        };
        if values.len() <= number {
            values.resize(number + 1, 0);
        }
        values[number] = value;
    }
    Ok(Reach::Maybe(values))
}
