//! Of the runs that fail, one whose inputs can be read: text of letters, small numbers.
//!
//! A solver gives any values that satisfy the path; `\177\177\177` says less to a reader than `aaa`, and 1073741824 looks as if it
//! mattered. Each input in turn gets plainer values, and keeps the first with which all constraints about it still hold. Before that a
//! solver is asked for numbers that are not huge, if there are few: who counts up to one, natively, counts for seconds.
//!
//! **Invariant**: the model given is one of the path, and satisfies what was demanded of it.

use std::rc::Rc;

use klew_ir::inputs::InputOrigin;
use klew_memory::Value;
use klew_term::{Assignment, Constant, Evaluator, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::decide::Feasibility;
use crate::machine::{Machine, Step};
use crate::report::Violation;
use crate::state::State;
use crate::strategy::Authority;

/// Terms that are evaluated for one finding.
const MOST_TERMS: usize = 1 << 18;

/// What a part of text may be, plainest first.
const LETTERS: [u64; 4] = ['a' as u64, '0' as u64, ' ' as u64, '.' as u64];

/// What the models of the C library call the next byte of a stream, or its end as a negative number.
const ONE_CHARACTER: &str = "getchar";

/// What a number may be, plainest first; with both signs.
const NUMBERS: [u64; 7] = [0, 1, 2, 10, 100, 1000, 10_000];

/// From here on a number is huge.
const HUGE: u64 = 1 << 24;

/// What is asked for in place of huge numbers.
const NOT_HUGE: [u64; 2] = [1 << 16, 1 << 20];

/// So many huge numbers are few, and so many conditions about them.
const FEW: (usize, usize) = (4, 64);

/// An input that may get another value.
struct Free {
    symbol: SymbolId,
    width: u32,
    /// Whether it is a part of text rather than a number.
    is_text: bool,
    /// Whether more text comes behind it, so that a zero is no end.
    is_within: bool,
}

impl Machine<'_> {
    /// A model of the path and `fails` with plain inputs; those that say where the violation is stay as they are in `model`.
    pub fn with_plain_inputs(
        &mut self,
        state: &State,
        violation: Violation,
        fails: TermId,
        model: Rc<Assignment>,
    ) -> Step<Rc<Assignment>> {
        if self.authority(state) != Authority::Solver {
            return Ok(model);
        }
        let fixed: Vec<SymbolId> = (violation.terms().into_iter())
            .flat_map(|term| self.terms.symbols(term).to_vec())
            .collect();
        let mut free = free_inputs(self.terms, state);
        free.retain(|input| !fixed.contains(&input.symbol));
        let mut about: FxHashMap<SymbolId, Vec<TermId>> = FxHashMap::default();
        for constraint in state.path.to_vec().into_iter().chain([fails]) {
            for &symbol in self.terms.symbols(constraint).iter() {
                about.entry(symbol).or_default().push(constraint);
            }
        }
        let model = self.without_huge_numbers(state, (&free, &about), fails, model)?;
        let mut plain = (*model).clone();
        let mut left = MOST_TERMS;
        zeros_within_text(&mut free, &model);
        for input in free {
            let constraints = about.get(&input.symbol).map_or(&[][..], Vec::as_slice);
            make_plainer(self.terms, &input, constraints, &mut plain, &mut left);
        }
        let stands_for_a_run = state.memory.broken_congruences(self.terms, &plain).is_empty();
        Ok(if stands_for_a_run { Rc::new(plain) } else { model })
    }

    /// A model of the path and `fails` in which what is huge in `model` is not, if there is one and it is soon found.
    fn without_huge_numbers(
        &mut self,
        state: &State,
        (free, about): (&[Free], &FxHashMap<SymbolId, Vec<TermId>>),
        fails: TermId,
        model: Rc<Assignment>,
    ) -> Step<Rc<Assignment>> {
        let value = |input: &Free| model.get(input.symbol).and_then(Constant::as_u64).unwrap_or(0);
        let huge: Vec<&Free> =
            free.iter().filter(|input| !input.is_text && value(input) >= HUGE).collect();
        let conditions: usize =
            huge.iter().filter_map(|input| about.get(&input.symbol)).map(Vec::len).sum();
        if huge.is_empty() || huge.len() > FEW.0 || conditions > FEW.1 {
            return Ok(model);
        }
        for most in NOT_HUGE {
            let mut all = vec![fails];
            for input in &huge {
                let (number, most) =
                    (self.terms.symbol_term(input.symbol), self.terms.bv(input.width, most));
                all.push(self.terms.bv_ule(number, most));
            }
            let all = self.terms.and_all(&all);
            if let Feasibility::Feasible(found) = self.feasible_untold(state, all) {
                return Ok(found);
            }
        }
        Ok(model)
    }
}

/// The inputs that the program, or its library, asked for, each one symbol.
fn free_inputs(terms: &Terms, state: &State) -> Vec<Free> {
    let mut free = Vec::new();
    for record in state.inputs.to_vec() {
        if record.origin != InputOrigin::Asked {
            continue;
        }
        for &(value, width) in record.image.iter() {
            let is_text = record.modelled && (width <= 16 || &*record.name == ONE_CHARACTER);
            let Value::Term(term) = value else { continue };
            if let Some(symbol) = terms.as_symbol(term)
                && klew_ir::inputs::is_symbol(terms.symbol_name(symbol))
                && matches!(width, 8 | 16 | 32 | 64)
                && terms.sort(term).width() == Some(width)
            {
                free.push(Free { symbol, width, is_text, is_within: false });
            }
        }
    }
    free
}

/// Notes which parts of text have other parts behind them that are not zero.
fn zeros_within_text(free: &mut [Free], model: &Assignment) {
    let mut is_within = false;
    for input in free.iter_mut().rev().filter(|input| input.is_text) {
        input.is_within = is_within;
        is_within |= model.get(input.symbol).is_some_and(|value| value.as_u64() != Some(0));
    }
}

fn make_plainer(
    terms: &Terms,
    input: &Free,
    constraints: &[TermId],
    plain: &mut Assignment,
    left: &mut usize,
) {
    // A symbol without a value is read as zero.
    let before = plain.get(input.symbol).cloned();
    let Some(value) = before.as_ref().map_or(Some(0), Constant::as_u64) else { return };
    for candidate in plainer(input, value) {
        plain.set(input.symbol, Constant::bv(input.width, candidate));
        if all_hold(terms, constraints, plain, left) {
            return;
        }
    }
    match before {
        Some(before) => plain.set(input.symbol, before),
        None => drop(plain.remove(input.symbol)),
    }
}

/// The values that are plainer than one, plainest first.
fn plainer(input: &Free, value: u64) -> Vec<u64> {
    if input.is_text {
        let is_end = value == 0 && !input.is_within;
        let is_plain =
            is_end || value > 0xff || value == u64::from(b'\n') || (0x20..0x7f).contains(&value);
        return if is_plain { Vec::new() } else { LETTERS.to_vec() };
    }
    let shift = 64 - input.width;
    let magnitude = ((value << shift) as i64 >> shift).unsigned_abs();
    let mask = u64::MAX >> shift;
    let smaller = NUMBERS.into_iter().take_while(|number| *number < magnitude);
    // -1 is a large number to who takes it as unsigned, so it is plainer than a large one only.
    let negative = smaller.clone().skip(1).map(|number| number.wrapping_neg() & mask);
    let signed = (value >= HUGE.min(1 << (input.width - 1))).then_some(negative);
    smaller.chain(signed.into_iter().flatten()).collect()
}

fn all_hold(
    terms: &Terms,
    constraints: &[TermId],
    assignment: &Assignment,
    left: &mut usize,
) -> bool {
    let mut evaluator = Evaluator::new(terms, assignment);
    let hold = constraints.iter().all(|&constraint| {
        *left > evaluator.evaluated() && evaluator.evaluate_bool(constraint) == Ok(true)
    });
    *left = left.saturating_sub(evaluator.evaluated());
    hold
}

#[cfg(test)]
mod tests {
    use klew_term::Sort;

    use super::*;

    #[test]
    fn values_become_plain_as_far_as_constraints_let_them() {
        let mut terms = Terms::new();
        let mut symbol = |name: &str, width| {
            let symbol = terms.fresh_symbol(name, Sort::BitVec(width));
            (symbol, terms.symbol_term(symbol))
        };
        let ((letter, is_letter), (number, is_number)) = (symbol("c", 8), symbol("n", 32));
        let (b, most) = (terms.bv(8, u64::from(b'0')), terms.bv(32, 41));
        let below = terms.bv_ult(is_letter, b);
        let above = terms.bv_ult(most, is_number);
        let mut model = Assignment::new();
        model.set(letter, Constant::bv(8, 3));
        model.set(number, Constant::bv(32, 1 << 30));
        let mut left = MOST_TERMS;
        let text = Free { symbol: letter, width: 8, is_text: true, is_within: false };
        make_plainer(&terms, &text, &[below], &mut model, &mut left);
        let count = Free { symbol: number, width: 32, is_text: false, is_within: false };
        make_plainer(&terms, &count, &[above], &mut model, &mut left);
        assert_eq!(model.get(letter), Some(&Constant::bv(8, u64::from(b' '))));
        assert_eq!(model.get(number), Some(&Constant::bv(32, 100)));
        left = 0;
        let before = model.clone();
        make_plainer(&terms, &count, &[above], &mut model, &mut left);
        assert_eq!(model, before);
    }

    #[test]
    fn what_is_plain_stays() {
        let mut terms = Terms::new();
        let symbol = terms.fresh_symbol("x", Sort::BitVec(8));
        let text = Free { symbol, width: 8, is_text: true, is_within: false };
        assert!(plainer(&text, u64::from(b'x')).is_empty() && plainer(&text, 10).is_empty());
        assert!(plainer(&text, 0).is_empty());
        let within = Free { is_within: true, ..text };
        assert_eq!(plainer(&within, 0), LETTERS);
        let number = Free { symbol, width: 8, is_text: false, is_within: false };
        assert_eq!(plainer(&number, 0xff), [0]);
        assert_eq!(plainer(&number, 5), [0, 1, 2]);
        assert_eq!(plainer(&number, 0xfb), [0, 1, 2, 0xff, 0xfe]);
    }
}
