//! What comparisons leave of one number, around the value that it has on the path: an interval.
//!
//! Source: Chu, Jaffar, Santosa, *Bounded Verification and Testing of Heap Programs*, section V.A, slackening: what a state says of a value is
//! weakened to a bound. Here the many comparisons that a loop's turns make of one number (`j < 9`, `j + 1 < 9`, …) become one interval.
//!
//! **Invariant**: with each number of the interval all comparisons hold, and the value is in it. What is not understood leaves the value alone.

use klew_term::{Kind, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use super::annotate::Building;
use crate::machine::Machine;

/// Formulas about a number alone, beyond which it has to be in an interval, or what it is on the path.
const FEW: usize = 2;

/// How far a number may be below and above a value, counted modulo 2^width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    below: u64,
    above: u64,
}

impl Room {
    /// Only the value.
    pub const NONE: Room = Room { below: 0, above: 0 };

    fn and(self, other: Room) -> Room {
        Room { below: self.below.min(other.below), above: self.above.min(other.above) }
    }
}

/// A number on its path.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// Its symbol.
    pub symbol: SymbolId,
    /// Its value.
    pub value: u64,
    /// Its bits, at most 64.
    pub width: u32,
}

impl Number {
    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// What all of some formulas leave, which are about this number alone.
    pub fn room(self, terms: &Terms, formulas: &[TermId]) -> Room {
        let all = Room { below: self.mask(), above: self.mask() };
        formulas.iter().fold(all, |room, &formula| {
            room.and(self.room_of(terms, formula).unwrap_or(Room::NONE))
        })
    }

    fn room_of(self, terms: &Terms, formula: TermId) -> Option<Room> {
        let (holds, comparison) = match terms.kind(formula) {
            Kind::Not => (false, terms.arguments(formula)[0]),
            _ => (true, formula),
        };
        let &[left, right] = terms.arguments(comparison) else { return None };
        let (moved, limit, is_left) = match (self.moved(terms, left), self.moved(terms, right)) {
            (Some(moved), None) => (moved, terms.as_u64(right)?, true),
            (None, Some(moved)) => (moved, terms.as_u64(left)?, false),
            _ => return None,
        };
        let mask = self.mask();
        let kind = terms.kind(comparison);
        // Signed numbers lie in the order of unsigned ones if half of all is added.
        let bias = match kind {
            Kind::BvSlt | Kind::BvSle => (mask >> 1) + 1,
            _ => 0,
        };
        let at = self.value.wrapping_add(moved).wrapping_add(bias) & mask;
        let limit = limit.wrapping_add(bias) & mask;
        let (first, last) = match (kind, is_left, holds) {
            (Kind::Eq, _, false) => {
                let gap = at.wrapping_sub(limit) & mask;
                let other = limit.wrapping_sub(at) & mask;
                return (gap > 0).then(|| Room { below: gap - 1, above: other - 1 });
            }
            (Kind::BvUlt | Kind::BvSlt, true, true) => (0, limit.checked_sub(1)?),
            (Kind::BvUlt | Kind::BvSlt, true, false) => (limit, mask),
            (Kind::BvUle | Kind::BvSle, true, true) => (0, limit),
            (Kind::BvUle | Kind::BvSle, true, false) => (limit.checked_add(1)?, mask),
            (Kind::BvUlt | Kind::BvSlt, false, true) => (limit.checked_add(1)?, mask),
            (Kind::BvUlt | Kind::BvSlt, false, false) => (0, limit),
            (Kind::BvUle | Kind::BvSle, false, true) => (limit, mask),
            (Kind::BvUle | Kind::BvSle, false, false) => (0, limit.checked_sub(1)?),
            _ => return None,
        };
        (first <= at && at <= last).then(|| Room { below: at - first, above: last - at })
    }

    /// What is added to the number, where a term is a sum of it and a constant.
    fn moved(self, terms: &Terms, term: TermId) -> Option<u64> {
        if terms.as_symbol(term) == Some(self.symbol) {
            return Some(0);
        }
        if terms.kind(term) != Kind::BvAdd {
            return None;
        }
        let is_own = |term| terms.as_symbol(term) == Some(self.symbol);
        match *terms.arguments(term) {
            [one, other] if is_own(one) => terms.as_u64(other),
            [one, other] if is_own(other) => terms.as_u64(one),
            _ => None,
        }
    }

    /// Formulas that say that the number is in the interval; none if it may be any.
    pub fn is_within(self, terms: &mut Terms, room: Room) -> Vec<TermId> {
        let mask = self.mask();
        let all = u128::from(room.below) + u128::from(room.above);
        if all >= u128::from(mask) {
            return Vec::new();
        }
        let half = (mask >> 1) + 1;
        let first = self.value.wrapping_sub(room.below) & mask;
        let last = self.value.wrapping_add(room.above) & mask;
        let biased = |number: u64| number.wrapping_add(half) & mask;
        let symbol = terms.symbol_term(self.symbol);
        let low = terms.bv(self.width, first);
        if biased(first) > biased(last) {
            let moved = terms.bv_sub(symbol, low);
            let all = terms.bv(self.width, all as u64);
            return vec![terms.bv_ule(moved, all)];
        }
        let mut said = Vec::new();
        if biased(first) > 0 {
            said.push(terms.bv_sle(low, symbol));
        }
        if biased(last) < mask {
            let high = terms.bv(self.width, last);
            said.push(terms.bv_sle(symbol, high));
        }
        said
    }
}

impl Building<'_> {
    /// A number that is concrete on the path and of which alone much is said, as of counters of loops: it has to be in the interval that
    /// all this leaves. Those that have to be just what they are.
    pub(super) fn fix_numbers(&mut self, machine: &mut Machine<'_>) -> FxHashMap<SymbolId, u64> {
        let mut said: FxHashMap<SymbolId, usize> = FxHashMap::default();
        for &formula in &self.formulas {
            // What is said of several numbers together leaves each of them free.
            if let [symbol] = machine.terms.symbols(formula)[..] {
                let is_value = machine.terms.kind(formula) == Kind::Eq;
                *said.entry(symbol).or_default() += if is_value { FEW + 1 } else { 1 };
            }
        }
        let mut fixed: FxHashMap<SymbolId, TermId> = FxHashMap::default();
        let mut intervals = Vec::new();
        for (&symbol, &value) in &self.located.values {
            if said.get(&symbol).is_some_and(|&often| often > FEW)
                && machine.terms.is_constant(value)
            {
                match self.interval(machine, symbol, value) {
                    Some(interval) => intervals.push((symbol, interval)),
                    None => {
                        fixed.insert(symbol, value);
                    }
                }
            }
        }
        intervals.sort_unstable_by_key(|(symbol, _)| *symbol);
        for (symbol, (number, room)) in intervals {
            self.formulas.retain(|&formula| machine.terms.symbols(formula)[..] != [symbol]);
            self.formulas.extend(number.is_within(machine.terms, room));
        }
        let number = |(&symbol, &value): (&SymbolId, &TermId)| {
            machine.terms.as_u64(value).map(|number| (symbol, number))
        };
        let numbers = fixed.iter().filter_map(number).collect();
        if fixed.is_empty() {
            return numbers;
        }
        self.formulas = machine.terms.substitute_all(&self.formulas, &fixed);
        let mut symbols: Vec<_> = fixed.into_iter().collect();
        symbols.sort_unstable();
        for (symbol, value) in symbols {
            let symbol = machine.terms.symbol_term(symbol);
            let same = machine.terms.eq(symbol, value);
            self.formulas.push(same);
        }
        self.formulas.retain(|&formula| machine.terms.as_bool(formula) != Some(true));
        numbers
    }

    /// What is left of a number by the formulas about it alone, if that is more than its value.
    fn interval(
        &self,
        machine: &Machine<'_>,
        symbol: SymbolId,
        value: TermId,
    ) -> Option<(Number, Room)> {
        let number = match machine.terms.sort(value) {
            Sort::BitVec(width) => Number { symbol, value: machine.terms.as_u64(value)?, width },
            _ => return None,
        };
        let alone = self.formulas.iter().copied();
        let alone: Vec<TermId> =
            alone.filter(|&formula| machine.terms.symbols(formula)[..] == [symbol]).collect();
        let room = number.room(machine.terms, &alone);
        (room != Room::NONE).then_some((number, room))
    }
}

#[cfg(test)]
mod tests {
    use klew_term::{Assignment, Constant, Evaluator};

    use super::*;

    /// All numbers of four bits: what is in the interval satisfies the formulas, and what the interval says is so of just these.
    #[test]
    fn all_comparisons_of_small_numbers() {
        const WIDTH: u32 = 4;
        let mut terms = Terms::new();
        let symbol = terms.fresh_symbol("n", Sort::BitVec(WIDTH));
        let n = terms.symbol_term(symbol);
        let mut wide = 0;
        for case in 0..16 * 16 * 10_u64 {
            let (added, limit, form) = (case % 16, case / 16 % 16, case / 256);
            let (added, limit) = (terms.bv(WIDTH, added), terms.bv(WIDTH, limit));
            let sum = terms.bv_add(n, added);
            let pair = if form % 2 == 0 { (sum, limit) } else { (limit, sum) };
            let comparison = match form / 2 {
                0 => terms.bv_ult(pair.0, pair.1),
                1 => terms.bv_ule(pair.0, pair.1),
                2 => terms.bv_slt(pair.0, pair.1),
                3 => terms.bv_sle(pair.0, pair.1),
                _ => terms.eq(pair.0, pair.1),
            };
            let opposite = terms.not(comparison);
            for formula in [comparison, opposite] {
                for value in 0..16 {
                    let number = Number { symbol, value, width: WIDTH };
                    if terms.as_bool(formula).is_some() || !holds(&terms, symbol, value, formula) {
                        continue;
                    }
                    let room = number.room(&terms, &[formula]);
                    wide += u32::from(room != Room::NONE);
                    let said = number.is_within(&mut terms, room);
                    let inside = |other: u64| {
                        other.wrapping_sub(value) & 15 <= room.above
                            || value.wrapping_sub(other) & 15 <= room.below
                    };
                    for other in 0..16 {
                        let is_said = said.iter().all(|&one| holds(&terms, symbol, other, one));
                        assert_eq!(is_said, inside(other), "{formula:?} {value} {other} {room:?}");
                        assert!(!is_said || holds(&terms, symbol, other, formula));
                    }
                }
            }
        }
        assert!(wide > 10_000, "{wide}");
    }

    fn holds(terms: &Terms, symbol: SymbolId, value: u64, formula: TermId) -> bool {
        let mut model = Assignment::new();
        model.set(symbol, Constant::bv(4, value));
        Evaluator::new(terms, &model).evaluate_bool(formula) == Ok(true)
    }
}
