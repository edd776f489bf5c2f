//! Asking whether a target can be reached: the condition with more and more turns of its loops.
//!
//! Each unfolding is implied by the condition, so the first that is unsatisfiable is a proof. A model in which no loop is
//! gone round more often than it was unfolded is likely to be a run; what it says of the inputs is worth trying.

use std::rc::Rc;
use std::time::Duration;

use klew_solver::{Backend, BackendAnswer, BackendError};
use klew_term::{Evaluator, Kind, SymbolId, TermId, Terms};

use crate::backbones::Refusal;
use crate::condition::Condition;
use crate::context::Context;
use crate::looping::Unfolding;

/// Turns that loops are unfolded to, one after the other; the last is the paper's.
pub const BOUNDS: [u32; 4] = [2, 6, 12, 25];

/// The time of one query.
const QUERY: Duration = Duration::from_secs(10);

/// Inputs that are read off a model.
const MOST_INPUTS: usize = 4_096;

/// What is known of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// No run comes to it.
    Never,
    /// Runs may; the low bits of the inputs of one, as a model has it.
    Maybe(Vec<u64>),
    /// Nothing; why.
    Unknown(String),
}

/// Asks with loops unfolded to a bound.
///
/// # Errors
/// The formula is too large, or the time is over.
pub fn reach(
    context: &mut Context<'_>,
    backend: &mut dyn Backend,
    condition: &Rc<Condition>,
    (inputs, bound): (SymbolId, u32),
    stop: &dyn Fn() -> bool,
) -> Result<Reach, Refusal> {
    let mut unfolding = Unfolding::new(context, bound, stop);
    let facts = unfolding.unfold(condition)?;
    let counters = std::mem::take(&mut unfolding.counters);
    if facts.iter().any(|fact| context.terms.as_bool(*fact) == Some(false)) {
        return Ok(Reach::Never);
    }
    let few = few_turns(context, &counters, bound);
    match ask(context.terms, backend, &facts, few, inputs) {
        Ok(answer) => Ok(answer),
        Err(error) => Ok(Reach::Unknown(error.to_string())),
    }
}

/// That no loop is gone round more often than it is unfolded to.
fn few_turns(context: &mut Context<'_>, counters: &[TermId], bound: u32) -> TermId {
    let most = context.terms.bv(context.counter_width, u64::from(bound));
    let mut all = context.terms.true_();
    for counter in counters {
        let few = context.terms.bv_ule(*counter, most);
        all = context.terms.and(all, few);
    }
    all
}

fn ask(
    terms: &Terms,
    backend: &mut dyn Backend,
    facts: &[TermId],
    few: TermId,
    inputs: SymbolId,
) -> Result<Reach, BackendError> {
    backend.reset()?;
    backend.set_limit(Some(QUERY));
    for fact in facts {
        backend.assert(terms, *fact)?;
    }
    let answer = match backend.check(terms, &[few]) {
        BackendAnswer::Sat => return read(terms, backend, facts, inputs),
        BackendAnswer::Unsat => backend.check(terms, &[]),
        unknown @ BackendAnswer::Unknown(_) => unknown,
    };
    Ok(match answer {
        BackendAnswer::Unsat => Reach::Never,
        BackendAnswer::Sat => Reach::Unknown("loops may be gone round more often".to_owned()),
        BackendAnswer::Unknown(why) => Reach::Unknown(why.to_string()),
    })
}

/// The inputs of a model.
fn read(
    terms: &Terms,
    backend: &mut dyn Backend,
    facts: &[TermId],
    inputs: SymbolId,
) -> Result<Reach, BackendError> {
    let mut symbols: Vec<SymbolId> =
        facts.iter().flat_map(|fact| terms.symbols(*fact).to_vec()).collect();
    symbols.sort_unstable();
    symbols.dedup();
    let model = backend.model(terms, &symbols)?;
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
