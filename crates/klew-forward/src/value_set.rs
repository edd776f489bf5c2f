//! The values that constraints leave a single symbol, told exactly: a union of few intervals. What is asked of a factor with one symbol
//! then needs no solver, as the conditions of a loop that counts to an input, down from one, or until one is met.
//!
//! Source: signedness-agnostic intervals (J. Navas, P. Schachte, H. Søndergaard, P. Stuckey, *Signedness-Agnostic Program Analysis*, APLAS
//! 2012), here several of them, so that nothing is lost; and preimages of terms in which the symbol stands once.
//!
//! **Invariant**: a set has exactly the values that satisfy what it was made of. What cannot be told so is not told.

use klew_term::{BitVecValue, Constant, Kind, Sort, SymbolId, TermId, Terms};
use smallvec::{SmallVec, smallvec};

/// Intervals of a set, at most.
const MOST_INTERVALS: usize = 32;

/// Terms that are looked at for one constraint, at most.
const MOST_TERMS: usize = 64;

/// Values of a bit-vector of at most 64 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSet {
    width: u32,
    /// The least and the greatest value of each, unsigned; ascending, with a gap between any two.
    intervals: SmallVec<[(u64, u64); 2]>,
}

impl ValueSet {
    /// All values of so many bits.
    pub fn all(width: u32) -> ValueSet {
        ValueSet { width, intervals: smallvec![(0, greatest(width))] }
    }

    fn none(width: u32) -> ValueSet {
        ValueSet { width, intervals: SmallVec::new() }
    }

    /// The values of a symbol that satisfy a constraint; nothing if that is not told.
    pub fn of(terms: &Terms, constraint: TermId, symbol: SymbolId) -> Option<ValueSet> {
        let Sort::BitVec(width) = terms.symbol_sort(symbol) else { return None };
        let mut looking = Looking { terms, symbol, width, left: MOST_TERMS };
        (width <= u64::BITS).then_some(())?;
        looking.satisfying(constraint)
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    /// One of the values, as a constant.
    pub fn constant(&self, value: u64) -> Constant {
        Constant::BitVec(BitVecValue::new(self.width, value))
    }

    /// Whether a value is one of them.
    pub fn contains(&self, value: u64) -> bool {
        self.intervals.iter().any(|&(least, greatest)| (least..=greatest).contains(&value))
    }

    /// The one that is nearest to zero as a signed number, the positive one of two; nothing if there is none.
    pub fn nearest_to_zero(&self) -> Option<u64> {
        let ends = self.intervals.iter().flat_map(|&(least, greatest)| [least, greatest]);
        let distance = |value: u64| value.min(value.wrapping_neg() & greatest(self.width));
        let zero = self.contains(0).then_some(0);
        zero.or_else(|| ends.min_by_key(|&value| (distance(value), value)))
    }

    /// The values that are in both; nothing if these are too many intervals.
    pub fn meet(&self, other: &ValueSet) -> Option<ValueSet> {
        let mut found = ValueSet::none(self.width);
        let (mut own, mut others) =
            (self.intervals.iter().peekable(), other.intervals.iter().peekable());
        while let (Some(&&one), Some(&&two)) = (own.peek(), others.peek()) {
            let (least, greatest) = (one.0.max(two.0), one.1.min(two.1));
            if least <= greatest {
                found.intervals.push((least, greatest));
            }
            if one.1 < two.1 {
                own.next()
            } else {
                others.next()
            };
        }
        found.if_few()
    }

    /// The values that are in one of them; nothing if these are too many intervals.
    fn join(&self, other: &ValueSet) -> Option<ValueSet> {
        let all = self.intervals.iter().chain(&other.intervals).copied().collect();
        ValueSet::of_any(self.width, all)
    }

    /// All other values.
    fn complement(&self) -> Option<ValueSet> {
        let mut found = ValueSet::none(self.width);
        let mut next = Some(0);
        for &(least, greatest_of_it) in &self.intervals {
            if let Some(from) = next.filter(|&from| from < least) {
                found.intervals.push((from, least - 1));
            }
            next = greatest_of_it.checked_add(1);
        }
        if let Some(from) = next.filter(|&from| from <= greatest(self.width)) {
            found.intervals.push((from, greatest(self.width)));
        }
        found.if_few()
    }

    /// The values less a number, which wrap around.
    fn less(&self, number: u64) -> Option<ValueSet> {
        self.image(|least, most, mask| {
            (least.wrapping_sub(number) & mask, most.wrapping_sub(number) & mask)
        })
    }

    /// The values of other signs.
    fn negated(&self) -> Option<ValueSet> {
        self.image(|least, most, mask| (most.wrapping_neg() & mask, least.wrapping_neg() & mask))
    }

    /// The values with all bits turned.
    fn inverted(&self) -> Option<ValueSet> {
        self.image(|least, most, mask| (!most & mask, !least & mask))
    }

    /// What intervals become that may wrap around.
    fn image(&self, of: impl Fn(u64, u64, u64) -> (u64, u64)) -> Option<ValueSet> {
        let mask = greatest(self.width);
        let mut all = Vec::new();
        for &(least, most) in &self.intervals {
            match of(least, most, mask) {
                (from, to) if from <= to => all.push((from, to)),
                (from, to) => all.extend([(0, to), (from, mask)]),
            }
        }
        ValueSet::of_any(self.width, all)
    }

    /// The values between two, less the first, as values of so many bits.
    fn window(&self, (from, to): (u64, u64), width: u32) -> ValueSet {
        let within = self.intervals.iter().filter(|&&(least, most)| least <= to && most >= from);
        let intervals = within.map(|&(least, most)| (least.max(from) - from, most.min(to) - from));
        ValueSet { width, intervals: intervals.collect() }
    }

    /// Of intervals in any order that may meet.
    fn of_any(width: u32, mut all: Vec<(u64, u64)>) -> Option<ValueSet> {
        all.sort_unstable();
        let mut found = ValueSet::none(width);
        for (least, most) in all {
            match found.intervals.last_mut() {
                Some(last) if last.1 == u64::MAX || least <= last.1 + 1 => {
                    last.1 = last.1.max(most)
                }
                _ => found.intervals.push((least, most)),
            }
        }
        found.if_few()
    }

    fn if_few(self) -> Option<ValueSet> {
        (self.intervals.len() <= MOST_INTERVALS).then_some(self)
    }
}

/// The greatest number of so many bits, 1 to 64.
fn greatest(width: u32) -> u64 {
    u64::MAX >> (u64::BITS - width)
}

/// A look at a constraint.
struct Looking<'t> {
    terms: &'t Terms,
    symbol: SymbolId,
    /// Bits of the symbol.
    width: u32,
    /// So many terms more.
    left: usize,
}

impl Looking<'_> {
    /// The values for which a condition holds.
    fn satisfying(&mut self, condition: TermId) -> Option<ValueSet> {
        self.left = self.left.checked_sub(1)?;
        if let Some(holds) = self.terms.as_bool(condition) {
            return Some(self.all_if(holds));
        }
        let arguments = self.terms.arguments(condition);
        match (self.terms.kind(condition), arguments) {
            (Kind::Not, &[inner]) => self.satisfying(inner)?.complement(),
            (Kind::And, &[one, other]) => self.satisfying(one)?.meet(&self.satisfying(other)?),
            (Kind::Or, &[one, other]) => self.satisfying(one)?.join(&self.satisfying(other)?),
            (Kind::Eq, &[one, other]) => {
                let (term, value) = match (self.terms.as_u64(one), self.terms.as_u64(other)) {
                    (None, Some(value)) => (one, value),
                    (Some(value), None) => (other, value),
                    _ => return None,
                };
                self.preimage(term, single(self.bits(term)?, value))
            }
            (Kind::BvUlt, &[one, other]) => self.less_than((one, other), false),
            (Kind::BvSlt, &[one, other]) => self.less_than((one, other), true),
            _ => None,
        }
    }

    fn less_than(&mut self, (one, other): (TermId, TermId), is_signed: bool) -> Option<ValueSet> {
        let width = self.bits(one)?;
        // The signed order is that of numbers less the least one.
        let least = if is_signed { 1 << (width - 1) } else { 0 };
        let ranked = |value: u64| value.wrapping_sub(least) & greatest(width);
        let (term, ranks) = match (self.terms.as_u64(one), self.terms.as_u64(other)) {
            (None, Some(bound)) => (one, ranked(bound).checked_sub(1).map(|last| (0, last))),
            (Some(bound), None) => {
                let first = ranked(bound).checked_add(1);
                (other, first.map(|first| (first, greatest(width))).filter(|(a, b)| a <= b))
            }
            _ => return None,
        };
        let ranks = ValueSet { width, intervals: ranks.into_iter().collect() };
        let values = ranks.less(least.wrapping_neg() & greatest(width))?;
        self.preimage(term, values)
    }

    /// The values for which a term is one of some.
    fn preimage(&mut self, term: TermId, values: ValueSet) -> Option<ValueSet> {
        self.left = self.left.checked_sub(1)?;
        if self.terms.as_symbol(term) == Some(self.symbol) {
            return Some(values);
        }
        if let Some(value) = self.terms.as_u64(term) {
            return Some(self.all_if(values.contains(value)));
        }
        let arguments = self.terms.arguments(term);
        match (self.terms.kind(term), arguments) {
            (Kind::BvAdd, &[one, other]) => {
                let (inner, number) = match (self.terms.as_u64(one), self.terms.as_u64(other)) {
                    (None, Some(number)) => (one, number),
                    (Some(number), None) => (other, number),
                    _ => return None,
                };
                self.preimage(inner, values.less(number)?)
            }
            (Kind::BvNeg, &[inner]) => self.preimage(inner, values.negated()?),
            (Kind::BvNot, &[inner]) => self.preimage(inner, values.inverted()?),
            (Kind::BvZeroExtend(_), &[inner]) => {
                let width = self.bits(inner)?;
                self.preimage(inner, values.window((0, greatest(width)), width))
            }
            (Kind::BvSignExtend(_), &[inner]) => {
                let width = self.bits(inner)?;
                // Counted from the least number of the narrow one, both are in the order of signed numbers.
                let least = 1 << (width - 1);
                let shifted = values.less(least_of(values.width, least))?;
                let narrow = shifted.window((0, greatest(width)), width);
                self.preimage(inner, narrow.less(least)?)
            }
            (Kind::BvExtract { high, low }, &[inner]) if high + 1 == self.bits(inner)? => {
                let below = greatest(low.max(1)) * u64::from(low > 0);
                let widened = values.intervals.iter();
                let intervals = widened.map(|&(least, most)| (least << low, most << low | below));
                let values = ValueSet { width: high + 1, intervals: intervals.collect() };
                self.preimage(inner, values)
            }
            (Kind::Ite, &[condition, then, otherwise]) => {
                let holds = self.satisfying(condition)?;
                let then = self.preimage(then, values.clone())?.meet(&holds)?;
                let otherwise = self.preimage(otherwise, values)?.meet(&holds.complement()?)?;
                then.join(&otherwise)
            }
            _ => None,
        }
    }

    fn all_if(&self, holds: bool) -> ValueSet {
        if holds { ValueSet::all(self.width) } else { ValueSet::none(self.width) }
    }

    /// The bits of a term, at most 64.
    fn bits(&self, term: TermId) -> Option<u32> {
        match self.terms.sort(term) {
            Sort::BitVec(width) => (width <= u64::BITS).then_some(width),
            _ => None,
        }
    }
}

fn single(width: u32, value: u64) -> ValueSet {
    ValueSet { width, intervals: smallvec![(value, value)] }
}

/// The least number of some bits, said in more of them.
fn least_of(width: u32, least: u64) -> u64 {
    least.wrapping_neg() & greatest(width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use klew_term::{Assignment, Evaluator};

    /// Numbers from a seed.
    struct Random(u64);

    impl Random {
        fn below(&mut self, most: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % most
        }
    }

    fn number(terms: &mut Terms, x: TermId, random: &mut Random, depth: u64) -> TermId {
        let width = terms.width(x);
        let inner = match depth {
            0 => return x,
            _ => number(terms, x, random, depth - 1),
        };
        let own = terms.width(inner);
        match random.below(7) {
            0 => terms.bv_neg(inner),
            1 => terms.bv_not(inner),
            2 if own < width + 3 => terms.bv_zero_extend(inner, own + 2),
            3 if own < width + 3 => terms.bv_sign_extend(inner, own + 2),
            4 if own > 3 => terms.bv_extract(inner, own - 1, 1),
            5 => {
                let condition = condition(terms, x, random, 0);
                let constant = terms.bv(own, random.below(1 << own));
                terms.ite(condition, inner, constant)
            }
            _ => {
                let constant = terms.bv(own, random.below(1 << own));
                terms.bv_add(inner, constant)
            }
        }
    }

    fn condition(terms: &mut Terms, x: TermId, random: &mut Random, depth: u64) -> TermId {
        if depth > 0 && random.below(2) == 0 {
            let one = condition(terms, x, random, depth - 1);
            let other = condition(terms, x, random, depth - 1);
            return match random.below(3) {
                0 => terms.and(one, other),
                1 => terms.or(one, other),
                _ => terms.not(one),
            };
        }
        let number = number(terms, x, random, depth);
        let constant = terms.bv(terms.width(number), random.below(1 << terms.width(number)));
        match random.below(5) {
            0 => terms.eq(number, constant),
            1 => terms.bv_ult(number, constant),
            2 => terms.bv_ult(constant, number),
            3 => terms.bv_slt(number, constant),
            _ => terms.bv_slt(constant, number),
        }
    }

    /// Random conditions on a few bits, against all values.
    #[test]
    fn sets_have_what_satisfies() {
        let mut random = Random(7);
        let mut told = 0;
        for round in 0..3000 {
            let width = 1 + round % 5;
            let mut terms = Terms::new();
            let symbol = terms.fresh_symbol("x", Sort::BitVec(width));
            let x = terms.symbol_term(symbol);
            let condition = condition(&mut terms, x, &mut random, 3);
            let Some(set) = ValueSet::of(&terms, condition, symbol) else { continue };
            told += 1;
            let mut all = Vec::new();
            for value in 0..1 << width {
                let mut model = Assignment::new();
                model.set(symbol, Constant::BitVec(BitVecValue::new(width, value)));
                let holds = Evaluator::new(&terms, &model).evaluate_bool(condition);
                assert_eq!(holds.ok(), Some(set.contains(value)), "{value} of {set:?}");
                all.extend(set.contains(value).then_some(value));
            }
            assert_eq!(set.is_empty(), all.is_empty());
            assert!(set.nearest_to_zero().is_none_or(|value| all.contains(&value)));
            assert_eq!(set.nearest_to_zero().is_none(), all.is_empty());
            let gaps = set.intervals.windows(2).all(|pair| pair[0].1 + 1 < pair[1].0);
            assert!(gaps, "{set:?}");
        }
        assert!(told > 2500, "{told}");
    }

    /// The ends of the widest numbers.
    #[test]
    fn numbers_of_64_bits() {
        let mut terms = Terms::new();
        let symbol = terms.fresh_symbol("x", Sort::BitVec(64));
        let x = terms.symbol_term(symbol);
        let (zero, most) = (terms.bv(64, 0), terms.bv(64, u64::MAX));
        let is_negative = terms.bv_slt(x, zero);
        let set = ValueSet::of(&terms, is_negative, symbol).expect("told");
        assert_eq!(set.intervals[..], [(1 << 63, u64::MAX)]);
        assert_eq!(set.nearest_to_zero(), Some(u64::MAX));
        let above = terms.bv_ult(most, x);
        assert!(ValueSet::of(&terms, above, symbol).is_none_or(|set| set.is_empty()));
        let other = terms.not(is_negative);
        let set = ValueSet::of(&terms, other, symbol).expect("told");
        assert_eq!(set.intervals[..], [(0, u64::MAX >> 1)]);
    }
}
