//! Between which numbers inputs are on every run to a check, as far as its condition says so behind loops.
//!
//! A program may go round loops as often as an input says, and only then ask whether that input is larger than 20. A run that goes
//! forward meets the question too late: most of what it explored before has other numbers. The necessary condition (paper 004)
//! has all questions on the way to the check, so their numbers are known before the first loop. What is asked ahead of all loops is left out:
//! there, going forward is as good.
//!
//! **Invariant**: each run to a check satisfies the ranges that are given for it.

use std::collections::BTreeMap;
use std::rc::Rc;

use klew_engine::InputRange;
use klew_ir::inlining::inline_calls;
use klew_ir::large_allocations::{TooLarge, part_large_allocations};
use klew_ir::{CheckId, Program, PropertySet};
use klew_term::{Kind, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::backbones::{Abstraction, Refusal};
use crate::condition::Condition;
use crate::context::Context;
use crate::engine::{MOST_INSTRUCTIONS, counter_width};
use crate::translate::{End, translate};

/// Ranges of inputs, by the inputs' numbers.
pub type Ranges = BTreeMap<usize, InputRange>;

/// The ranges of the inputs on runs to each check; none of checks of whose inputs nothing is said.
///
/// # Errors
/// See [`Refusal`].
pub fn input_ranges(
    program: &Program,
    properties: PropertySet,
    stop: &dyn Fn() -> bool,
) -> Result<BTreeMap<CheckId, Ranges>, Refusal> {
    let mut program = program.clone();
    inline_calls(&mut program, MOST_INSTRUCTIONS);
    part_large_allocations(&mut program, TooLarge::Unsupported);
    let mut terms = Terms::new();
    let mut context = Context::new(&mut terms, 0);
    let Some(translation) = translate(&mut context, &program, properties) else {
        return Ok(BTreeMap::new());
    };
    context.counter_width = counter_width(&context, &translation);
    let conditions = Abstraction::new(&mut context, &translation.graph, stop)?.targets()?;
    let mut found: BTreeMap<CheckId, Option<Ranges>> = BTreeMap::new();
    for (end, condition) in translation.ends.iter().zip(&conditions) {
        let End::Check(check, _) = end else { continue };
        let said = Reading { terms: context.terms, inputs: translation.inputs }.of(condition);
        let all = found.entry(*check).or_default();
        *all = joined(all.take(), said.map(|said| said.ranges));
    }
    let said = found.into_iter().filter_map(|(check, ranges)| Some((check, ranges?)));
    Ok(said.filter(|(_, ranges)| !ranges.is_empty()).collect())
}

/// What holds on the runs of both; nothing: of no run.
fn joined(one: Option<Ranges>, other: Option<Ranges>) -> Option<Ranges> {
    let (mut one, other) = match (one, other) {
        (Some(one), Some(other)) => (one, other),
        (one, other) => return one.or(other),
    };
    one.retain(|number, range| match other.get(number) {
        Some(other) => {
            *range = range.join(*other);
            true
        }
        None => false,
    });
    Some(one)
}

/// What a condition says.
#[derive(Clone, Debug, Default)]
struct Said {
    ranges: Ranges,
    /// Whether it is behind a loop.
    is_behind: bool,
}

struct Reading<'t> {
    terms: &'t Terms,
    inputs: SymbolId,
}

impl Reading<'_> {
    /// What a condition says; nothing if no run satisfies it.
    fn of(&self, condition: &Rc<Condition>) -> Option<Said> {
        let mut known: FxHashMap<*const Condition, Option<Said>> = FxHashMap::default();
        let mut open = vec![Rc::clone(condition)];
        while let Some(at) = open.last().cloned() {
            let parts: &[Rc<Condition>] = match &*at {
                Condition::True => &[],
                Condition::And(prefix, _) | Condition::Loop(prefix, _) => {
                    std::slice::from_ref(prefix)
                }
                Condition::Any(all) => all,
            };
            let before = open.len();
            let unknown = parts.iter().filter(|part| !known.contains_key(&Rc::as_ptr(part)));
            open.extend(unknown.cloned());
            if open.len() == before {
                let said = self.made(&at, |part| known.get(&Rc::as_ptr(part)).cloned().flatten());
                known.insert(Rc::as_ptr(&at), said);
                open.pop();
            }
        }
        known.remove(&Rc::as_ptr(condition)).flatten()
    }

    /// What a condition says, from what its parts say.
    fn made(
        &self,
        condition: &Condition,
        of: impl Fn(&Rc<Condition>) -> Option<Said>,
    ) -> Option<Said> {
        match condition {
            Condition::True => Some(Said::default()),
            Condition::And(prefix, fact) => {
                let mut said = of(prefix)?;
                if said.is_behind {
                    self.read(*fact, true, &mut said.ranges);
                }
                Some(said)
            }
            Condition::Loop(prefix, _) => Some(Said { is_behind: true, ..of(prefix)? }),
            Condition::Any(all) => all.iter().filter_map(of).reduce(|one, other| Said {
                is_behind: one.is_behind || other.is_behind,
                ranges: joined(Some(one.ranges), Some(other.ranges)).unwrap_or_default(),
            }),
        }
    }

    /// Adds what it says of inputs that a fact holds, or does not.
    fn read(&self, fact: TermId, holds: bool, ranges: &mut Ranges) {
        let arguments = self.terms.arguments(fact);
        match (self.terms.kind(fact), arguments) {
            (Kind::And, all) if holds => all.iter().for_each(|fact| self.read(*fact, true, ranges)),
            (Kind::Not, &[fact]) => self.read(fact, !holds, ranges),
            (kind @ (Kind::BvSlt | Kind::BvUlt | Kind::Eq), &[one, other]) => {
                let (input, constant, is_less) = match (self.input(one), self.input(other)) {
                    (Some(input), None) => (input, self.signed(other), true),
                    (None, Some(input)) => (input, self.signed(one), false),
                    _ => return,
                };
                let Some(range) = constant.and_then(|it| range(kind, it, is_less, holds)) else {
                    return;
                };
                let known = ranges.entry(input).or_insert(InputRange::ALL);
                *known = known.meet(range);
            }
            _ => {}
        }
    }

    /// The number of the input that a term is, or the low bits of.
    fn input(&self, mut term: TermId) -> Option<usize> {
        if let Kind::BvExtract { low: 0, .. } = self.terms.kind(term) {
            term = *self.terms.arguments(term).first()?;
        }
        let &[array, index] = self.terms.arguments(term) else { return None };
        let is_input = self.terms.kind(term) == Kind::Select
            && self.terms.as_symbol(array) == Some(self.inputs);
        usize::try_from(self.terms.as_u64(index).filter(|_| is_input)?).ok()
    }

    /// A constant of at most 64 bits, as a signed number.
    fn signed(&self, term: TermId) -> Option<i64> {
        let width = self.terms.sort(term).width().filter(|width| *width <= 64)?;
        let number = self.terms.as_u64(term)?;
        Some((number << (64 - width)) as i64 >> (64 - width))
    }
}

/// The numbers that compare like that with a constant; nothing where they are no range of signed numbers.
fn range(kind: Kind, constant: i64, is_less: bool, holds: bool) -> Option<InputRange> {
    let low = if kind == Kind::BvUlt { 0 } else { i64::MIN };
    match (kind, is_less, holds) {
        (Kind::Eq, _, true) => Some(InputRange { low: constant, high: constant }),
        (Kind::Eq, ..) => None,
        (Kind::BvUlt, ..) if constant < 0 => None,
        (_, true, true) => Some(InputRange { low, high: constant.checked_sub(1)? }),
        (_, false, false) => Some(InputRange { low, high: constant }),
        // As unsigned numbers, negative ones are large.
        (Kind::BvUlt, ..) => None,
        (_, true, false) => Some(InputRange { low: constant, high: i64::MAX }),
        (_, false, true) => Some(InputRange { low: constant.checked_add(1)?, high: i64::MAX }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_as_ranges() {
        let all = |low, high| Some(InputRange { low, high });
        assert_eq!(range(Kind::BvSlt, 20, false, true), all(21, i64::MAX));
        assert_eq!(range(Kind::BvSlt, 20, false, false), all(i64::MIN, 20));
        assert_eq!(range(Kind::BvSlt, 20, true, true), all(i64::MIN, 19));
        assert_eq!(range(Kind::BvSlt, 20, true, false), all(20, i64::MAX));
        assert_eq!(range(Kind::BvUlt, 20, true, true), all(0, 19));
        assert_eq!(range(Kind::BvUlt, 20, true, false), None);
        assert_eq!(range(Kind::BvUlt, -1, true, true), None);
        assert_eq!(range(Kind::Eq, 7, true, true), all(7, 7));
        assert_eq!(range(Kind::Eq, 7, true, false), None);
    }

    #[test]
    fn other_ways_to_the_same_check_leave_what_both_say() {
        let ranges = |said: &[(usize, i64, i64)]| -> Option<Ranges> {
            Some(said.iter().map(|&(at, low, high)| (at, InputRange { low, high })).collect())
        };
        let both = joined(ranges(&[(0, 1, 5), (1, 2, 3)]), ranges(&[(0, 4, 9)]));
        assert_eq!(both, ranges(&[(0, 1, 9)]));
        assert_eq!(joined(None, ranges(&[(0, 4, 9)])), ranges(&[(0, 4, 9)]));
    }
}
