//! Sums of numbers that change in a turn of a loop, and how these lie to numbers that do not: `a + b == i`, `i <= length`.
//!
//! Source: M. Karr, *Affine Relationships Among Variables of a Program*, 1976, of two to four variables with factors 1 and -1, guessed from
//! runs (M. Ernst et al., *Dynamically Discovering Likely Program Invariants*, 2001); A. Miné, *The Octagon Abstract Domain*, 2006, for
//! orders. What is so after two turns is tried; what the next one does not keep is dropped, as the state that was widened does not include it.
//!
//! **Invariant**: an equation or order is added where all runs of the state satisfied it before symbols took the place of its numbers.
//! **Invariant**: what is dropped only lets there be more runs.

use klew_ir::object_layout::{HEADER_WORD_SIZE, LENGTH_OFFSET};
use klew_memory::{ObjectId, Value};
use klew_term::{Sort, SymbolId, TermId};
use rustc_hash::FxHashSet;

use super::counts::Change;
use super::relations::Relation;
use super::replaced::pointers_in;
use super::widening::number_at;
use crate::machine::Machine;
use crate::state::State;

/// Numbers that are compared with each other, and of them those that did not change.
const MOST_NUMBERS: usize = 9;
const MOST_LASTING: usize = 5;

/// The largest object whose numbers are looked at.
const MOST_BYTES: u64 = 256;

/// A number after the last turn, after this one, and what took its place, if it changed.
#[derive(Clone, Copy, PartialEq)]
struct Number {
    last: TermId,
    now: TermId,
    new: TermId,
}

impl Number {
    /// One that did not change.
    fn lasting(term: TermId) -> Number {
        Number { last: term, now: term, new: term }
    }
}

/// A place in an object, which is another one than a turn ago.
type Length = ((u64, u64), (ObjectId, ObjectId));

/// Numbers, of which some have a minus, together.
type Sum = Vec<(Number, bool)>;

impl Machine<'_> {
    /// Has what took the place of numbers that changed be to each other, and to those that did not, as these were. What was known of those of the
    /// last turn is forgotten.
    pub(super) fn keep_equations(&mut self, state: &mut State, last: &State, changes: &[Change]) {
        let changed = changes.iter().filter_map(|it| {
            let last = it.last.filter(|last| self.terms.sort(*last) == self.terms.sort(it.now))?;
            Some(Number { last, now: it.now, new: it.new })
        });
        let changed: Vec<Number> = changed.take(MOST_NUMBERS).collect();
        let lasting: Vec<Number> =
            (self.lasting_numbers(state, last).into_iter()).map(Number::lasting).collect();
        let mut beside = self.numbers_beside(state, last);
        beside.retain(|it| {
            let is_same = |other: &Number| other.now == it.now || other.new == it.now;
            !lasting.iter().chain(&changed).any(is_same)
        });
        beside.truncate(MOST_LASTING);
        let mut kept = Vec::new();
        let summed = &changed[..changed.len().min(MOST_NUMBERS - MOST_LASTING)];
        for sum in sums(summed, &lasting) {
            kept.extend(self.kept_sum(state, last, &sum));
        }
        for it in &changed {
            for landmark in lasting.iter().chain(&beside) {
                kept.extend(self.kept_order(state, it, landmark));
            }
            for other in changed.iter().filter(|other| *other != it) {
                kept.extend(self.kept_order(state, it, other));
            }
            // That it does not wrap may follow from the others only.
            if let Sort::BitVec(width) = self.terms.sort(it.now) {
                let zero = Number::lasting(self.terms.bv(width, 0));
                kept.extend(self.kept_order(state, it, &zero));
            }
        }
        self.forget_last(state, changes, &lasting);
        for known in kept {
            self.constrain(state, known, true);
        }
    }

    /// The equation of the new symbols, where a sum was the same number after both turns, in all runs after this one.
    fn kept_sum(&mut self, state: &State, last: &State, sum: &Sum) -> Option<TermId> {
        let sort = self.terms.sort(sum[0].0.now);
        let is_one = |machine: &Self, it: &(Number, bool)| machine.terms.sort(it.0.now) == sort;
        let Sort::BitVec(8..=64) = sort else { return None };
        if !sum.iter().all(|it| is_one(self, it)) {
            return None;
        }
        let before = self.sum_of(sum, |it| it.last);
        let now = self.sum_of(sum, |it| it.now);
        let value = self.evaluate(&state.model.clone()?, now).ok()?;
        if self.evaluate(&last.model.clone()?, before).ok()? != value {
            return None;
        }
        let value = self.terms.constant(&value);
        let equal = self.terms.eq(now, value);
        if !self.is_always(state, equal) {
            return None;
        }
        let new = self.sum_of(sum, |it| it.new);
        Some(self.terms.eq(new, value))
    }

    fn sum_of(&mut self, sum: &Sum, of: fn(&Number) -> TermId) -> TermId {
        let width = self.terms.width(of(&sum[0].0));
        let zero = self.terms.bv(width, 0);
        sum.iter().fold(zero, |total, (number, is_less)| match is_less {
            true => self.terms.bv_sub(total, of(number)),
            false => self.terms.bv_add(total, of(number)),
        })
    }

    /// That a number that changed is at most another one, or the other way round, where it was after both turns.
    fn kept_order(&mut self, state: &State, it: &Number, other: &Number) -> Option<TermId> {
        if self.terms.sort(it.now) != self.terms.sort(other.now) {
            return None;
        }
        [false, true].into_iter().find_map(|turned| {
            let pair =
                |own: TermId, other: TermId| if turned { (other, own) } else { (own, other) };
            let [before, now, new] =
                [(it.last, other.last), (it.now, other.now), (it.new, other.new)]
                    .map(|(own, other)| Relation::AtMost.formula(self.terms, pair(own, other)));
            let may_be = self.terms.as_bool(before) != Some(false);
            (may_be && self.is_always(state, now)).then_some(new)
        })
    }

    /// What is known of the symbols that new ones took the place of is dropped: it would have to be so of the next turn's as well.
    fn forget_last(&mut self, state: &mut State, changes: &[Change], lasting: &[Number]) {
        let symbols = |machine: &Self, term: TermId| machine.terms.symbols(term).to_vec();
        let mut gone: FxHashSet<SymbolId> = FxHashSet::default();
        for change in changes {
            gone.extend(change.last.iter().flat_map(|last| symbols(self, *last)));
            gone.extend(symbols(self, change.now));
        }
        gone.retain(|symbol| self.terms.symbol_name(*symbol).starts_with(super::widening::TURN));
        for number in lasting {
            for symbol in symbols(self, number.now) {
                gone.remove(&symbol);
            }
        }
        if !gone.is_empty() && !state.path.about(&gone).is_empty() {
            self.forget_numbers(state, &gone);
        }
    }

    /// Numbers that nothing took the place of, beside others: what says how many there may be is kept beside how many there are.
    fn numbers_beside(&mut self, state: &State, last: &State) -> Vec<Number> {
        let mut found: Vec<Number> = Vec::new();
        for object in self.lasting(state) {
            let size = state.memory.object(object).and_then(|it| it.concrete_size());
            let is_small = size.is_some_and(|size| size <= MOST_BYTES);
            if !is_small || state.memory.shares(object, &last.memory) {
                continue;
            }
            let places = self.places_in(state, object).into_iter();
            let mut places: Vec<_> = places.map(|place| (place, (object, object))).collect();
            places.extend(self.lengths_beside(state, last, object));
            for (place, (now, then)) in places {
                let width = 8 * place.1 as u32;
                let now = number_at(self, state, now, place);
                let then = number_at(self, last, then, place);
                let Some((then, now)) = then.zip(now) else { continue };
                let is_flag = matches!(now, Value::Int(0 | 1)) || width < 32;
                if is_flag || found.len() >= MOST_NUMBERS {
                    continue;
                }
                if let Some(change) = self.change((then, now, now), width)
                    && let Some(last) = change.last
                {
                    found.push(Number { last, now: change.now, new: change.now });
                }
            }
        }
        found
    }

    /// Where arrays to which an object points keep how long they are: now, and those to which it pointed a turn ago.
    fn lengths_beside(&self, state: &State, last: &State, object: ObjectId) -> Vec<Length> {
        if !self.program.data_model.typed_memory {
            return Vec::new();
        }
        let place = (LENGTH_OFFSET, HEADER_WORD_SIZE);
        let arrays = pointers_in(state, last, (object, object)).into_iter();
        let length = |pair| match pair {
            (Value::Pointer(now, 0), Value::Pointer(then, 0)) => Some((place, (now, then))),
            _ => None,
        };
        arrays.filter_map(length).collect()
    }

    /// Numbers that are the same after the turn, and not constant.
    fn lasting_numbers(&self, state: &State, last: &State) -> Vec<TermId> {
        let registers = |state: &State| {
            let registers = state.frames().flat_map(|frame| frame.registers.iter().copied());
            registers.collect::<Vec<Value>>()
        };
        let mut found: Vec<TermId> = Vec::new();
        let mut take_in = |value: Value| {
            if let Value::Term(term) = value
                && matches!(self.terms.sort(term), Sort::BitVec(32 | 64))
                && !found.contains(&term)
                && found.len() < MOST_LASTING
            {
                found.push(term);
            }
        };
        let same = registers(last).into_iter().zip(registers(state));
        same.filter(|(last, now)| last == now).for_each(|(_, now)| take_in(now));
        for object in state.memory.alive_heap_objects() {
            let is_small = state
                .memory
                .object(object)
                .is_some_and(|it| it.concrete_size().is_none_or(|size| size <= MOST_BYTES));
            if is_small && state.memory.shares(object, &last.memory) {
                state.memory.values_in(object).into_iter().for_each(&mut take_in);
            }
        }
        found
    }
}

/// Sums and differences of two to four of the numbers, of which one changed.
fn sums(changed: &[Number], lasting: &[Number]) -> Vec<Sum> {
    let all: Vec<Number> = changed.iter().chain(lasting).copied().collect();
    let mut found = Vec::new();
    for at in 0..changed.len() {
        for two in at + 1..all.len() {
            found.push(vec![(all[at], false), (all[two], true)]);
            found.push(vec![(all[at], false), (all[two], false)]);
            for three in two + 1..all.len() {
                let numbers = [all[at], all[two], all[three]];
                for signs in [[false, true, true], [true, false, true], [true, true, false]] {
                    found.push(numbers.into_iter().zip(signs).collect());
                }
                for four in &all[three + 1..] {
                    let numbers = [all[at], all[two], all[three], *four];
                    for less in 0..numbers.len() {
                        let signed = numbers.into_iter().enumerate();
                        found.push(signed.map(|(place, it)| (it, place == less)).collect());
                    }
                }
            }
        }
    }
    found
}
