//! Refutes constraints over bit-vectors as linear constraints over integers, where Z3's simplex says in no time what takes a solver of
//! bits long.
//!
//! Each bit-vector is an integer that is congruent to it modulo 2^width, with what is known of where it lies: sums and multiples
//! are those of integers. Where an order or a quotient asks for the value itself, and it may lie outside the range, it is brought
//! there by a multiple of 2^width that may be any.
//!
//! **Invariant**: every assignment that satisfies the constraints satisfies what is asked of Z3; what has no counterpart is a number in its
//! range, or a truth value, that may be any (equal terms alike). So only "unsatisfiable" says something.

use std::time::Duration;

use ::z3::ast::{Bool, Int};
use ::z3::{SatResult, Solver};
use klew_term::{Bounds, Kind, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::interrupt::Interrupt;

/// Numbers are followed up to this size; what is beyond may be any.
const MOST: i128 = 1 << 100;

/// Whether constraints contradict each other, as far as is found out in that time. The bounds of terms are those in all models.
pub(crate) fn refuted(
    terms: &Terms,
    constraints: &[TermId],
    bounds: impl Fn(TermId) -> Option<Bounds>,
    limit: Duration,
    interrupt: &Interrupt,
) -> bool {
    let mut linear = Linear::new(terms, bounds);
    let constraints = linear.truths_of(constraints);
    let solver = Solver::new_for_logic("QF_LIA").unwrap_or_default();
    super::set_limit(&solver, interrupt.clip(Some(limit)));
    linear.facts.iter().chain(&constraints).for_each(|fact| solver.assert(fact));
    !interrupt.is_requested() && solver.check() == SatResult::Unsat
}

/// An integer congruent to a bit-vector, and between which numbers it lies.
#[derive(Clone)]
struct Number {
    int: Int,
    low: i128,
    high: i128,
}

/// How the bits of a number are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum View {
    Signed,
    Unsigned,
}

impl View {
    /// The least and the greatest number of a width.
    fn range(self, width: u32) -> (i128, i128) {
        match self {
            View::Signed => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
            View::Unsigned => (0, (1 << width) - 1),
        }
    }
}

/// The translation of one set of constraints.
struct Linear<'t, R> {
    terms: &'t Terms,
    /// The bounds of terms, in all models.
    bounds: R,
    numbers: FxHashMap<TermId, Number>,
    values: FxHashMap<(TermId, View), Int>,
    truths: FxHashMap<TermId, Bool>,
    /// What is true of the integers that stand for something.
    facts: Vec<Bool>,
}

impl<'t, R: Fn(TermId) -> Option<Bounds>> Linear<'t, R> {
    fn new(terms: &'t Terms, bounds: R) -> Self {
        let (numbers, values, truths) = Default::default();
        Linear { terms, bounds, numbers, values, truths, facts: Vec::new() }
    }

    /// A Boolean term. Recursive: bounds are known of so few terms only that the stack is deep enough.
    fn truth(&mut self, term: TermId) -> Bool {
        if let Some(known) = self.truths.get(&term) {
            return known.clone();
        }
        let truth = self.new_truth(term).unwrap_or_else(|| Bool::fresh_const("any"));
        self.truths.insert(term, truth.clone());
        truth
    }

    fn new_truth(&mut self, term: TermId) -> Option<Bool> {
        let arguments = self.terms.arguments(term);
        Some(match (self.terms.kind(term), arguments) {
            (Kind::True, _) => Bool::from_bool(true),
            (Kind::False, _) => Bool::from_bool(false),
            (Kind::Not, [a]) => self.truth(*a).not(),
            (Kind::And, all) => Bool::and(&self.truths_of(all)),
            (Kind::Or, all) => Bool::or(&self.truths_of(all)),
            (Kind::Xor, [a, b]) => self.truth(*a).xor(self.truth(*b)),
            (Kind::Implies, [a, b]) => self.truth(*a).implies(self.truth(*b)),
            (Kind::Ite, [condition, then, otherwise]) => {
                let (then, otherwise) = (self.truth(*then), self.truth(*otherwise));
                self.truth(*condition).ite(&then, &otherwise)
            }
            (Kind::Eq, [a, b]) => match self.terms.sort(*a) {
                Sort::Bool => self.truth(*a).iff(self.truth(*b)),
                Sort::BitVec(width) if width <= 64 => self.equal(*a, *b, width),
                _ => return None,
            },
            (Kind::BvUlt, [a, b]) => self.compare(*a, *b, View::Unsigned, false),
            (Kind::BvUle, [a, b]) => self.compare(*a, *b, View::Unsigned, true),
            (Kind::BvSlt, [a, b]) => self.compare(*a, *b, View::Signed, false),
            (Kind::BvSle, [a, b]) => self.compare(*a, *b, View::Signed, true),
            _ => return None,
        })
    }

    fn truths_of(&mut self, terms: &[TermId]) -> Vec<Bool> {
        terms.iter().map(|term| self.truth(*term)).collect()
    }

    fn equal(&mut self, a: TermId, b: TermId, width: u32) -> Bool {
        let (a, b) = (self.number(a), self.number(b));
        let difference = sum(&a, &times(&b, -1));
        let modulus = 1i128 << width;
        if difference.low > -modulus && difference.high < modulus {
            return a.int.eq(&b.int);
        }
        // Equal if they differ by a multiple.
        let Number { int, .. } = self.within(&difference, (0, modulus - 1));
        int.eq(Int::from_u64(0))
    }

    fn compare(&mut self, a: TermId, b: TermId, view: View, or_equal: bool) -> Bool {
        if self.terms.width(a) > 64 {
            return Bool::fresh_const("any");
        }
        let (a, b) = (self.value(a, view), self.value(b, view));
        if or_equal { a.le(b) } else { a.lt(b) }
    }

    /// The value of a bit-vector.
    fn value(&mut self, term: TermId, view: View) -> Int {
        if let Some(known) = self.values.get(&(term, view)) {
            return known.clone();
        }
        let number = self.number(term);
        let int = self.read(&number, self.terms.width(term), view).int;
        self.values.insert((term, view), int.clone());
        int
    }

    fn read(&mut self, number: &Number, width: u32, view: View) -> Number {
        self.within(number, view.range(width))
    }

    /// The number of as many in a row that is congruent to this modulo how many they are.
    fn within(&mut self, number: &Number, (low, high): (i128, i128)) -> Number {
        if low <= number.low && number.high <= high {
            return number.clone();
        }
        let modulus = high - low + 1;
        // At most one turn away: which way says the number.
        let turned = |by: i128| number.int.clone() + constant(by);
        if number.low >= low - modulus && number.high <= high {
            let is_below = number.int.lt(constant(low));
            return Number { int: is_below.ite(&turned(modulus), &number.int), low, high };
        }
        if number.low >= low && number.high <= high + modulus {
            let is_above = number.int.gt(constant(high));
            return Number { int: is_above.ite(&turned(-modulus), &number.int), low, high };
        }
        let (int, turns) = (Int::fresh_const("value"), Int::fresh_const("turns"));
        self.facts.push(number.int.eq(&(int.clone() + turns * constant(modulus))));
        self.facts.push(int.ge(constant(low)));
        self.facts.push(int.le(constant(high)));
        Number { int, low, high }
    }

    /// An integer that is congruent to a bit-vector.
    fn number(&mut self, term: TermId) -> Number {
        if let Some(known) = self.numbers.get(&term) {
            return known.clone();
        }
        let computed =
            self.computed(term).filter(|number| number.low > -MOST && number.high < MOST);
        let number = computed.unwrap_or_else(|| self.any(term));
        self.numbers.insert(term, number.clone());
        number
    }

    fn computed(&mut self, term: TermId) -> Option<Number> {
        let width = self.terms.width(term);
        if width > 64 {
            return None;
        }
        if let Some(bits) = self.terms.as_u64(term) {
            return Some(self.constant_number(bits, width));
        }
        let arguments = self.terms.arguments(term);
        match (self.terms.kind(term), arguments) {
            (Kind::BvAdd, all) => {
                let mut numbers = all.iter().map(|argument| self.number(*argument));
                let first = numbers.next()?;
                Some(numbers.fold(first, |so_far, next| sum(&so_far, &next)))
            }
            (Kind::BvSub, [a, b]) => {
                let (a, b) = (self.number(*a), self.number(*b));
                Some(sum(&a, &times(&b, -1)))
            }
            (Kind::BvNeg, [a]) => Some(times(&self.number(*a), -1)),
            (Kind::BvMul, [a, b]) => {
                let (by, of) = match (self.terms.as_u64(*a), self.terms.as_u64(*b)) {
                    (Some(by), _) => (by, *b),
                    (_, Some(by)) => (by, *a),
                    _ => return None,
                };
                let by = self.constant_number(by, width).low;
                Some(times(&self.number(of), by))
            }
            (Kind::BvShl, [a, by]) => {
                let by = self.terms.as_u64(*by).filter(|by| *by < u64::from(width))?;
                Some(times(&self.number(*a), 1 << by))
            }
            (Kind::Ite, [condition, then, otherwise]) => {
                let condition = self.truth(*condition);
                let (then, otherwise) = (self.number(*then), self.number(*otherwise));
                Some(Number {
                    int: condition.ite(&then.int, &otherwise.int),
                    low: then.low.min(otherwise.low),
                    high: then.high.max(otherwise.high),
                })
            }
            (Kind::BvConcat, [high, low]) => {
                let low_width = self.terms.width(*low);
                let (high, low_part) = (self.number(*high), self.number(*low));
                let low_part = self.read(&low_part, low_width, View::Unsigned);
                Some(sum(&times(&high, 1 << low_width), &low_part))
            }
            (Kind::BvZeroExtend(_), [a]) => Some(self.extended(*a, View::Unsigned)),
            (Kind::BvSignExtend(_), [a]) => Some(self.extended(*a, View::Signed)),
            // The lowest bits are those of any number that is congruent.
            (Kind::BvExtract { low: 0, .. }, [a]) if self.terms.width(*a) <= 64 => {
                let number = self.number(*a);
                Some(self.read(&number, width, View::Unsigned))
            }
            (Kind::BvUdiv, [a, by]) => Some(self.divided(*a, *by)?.0),
            (Kind::BvUrem, [a, by]) => Some(self.divided(*a, *by)?.1),
            _ => None,
        }
    }

    fn constant_number(&self, bits: u64, width: u32) -> Number {
        let bits = i128::from(bits);
        // The nearer one to zero: most sums stay in range.
        let number = if bits > View::Signed.range(width).1 { bits - (1 << width) } else { bits };
        Number { int: constant(number), low: number, high: number }
    }

    fn extended(&mut self, term: TermId, view: View) -> Number {
        let (number, width) = (self.number(term), self.terms.width(term));
        self.read(&number, width, view)
    }

    /// The quotient and the remainder of unsigned numbers, by a constant.
    fn divided(&mut self, term: TermId, by: TermId) -> Option<(Number, Number)> {
        let by = self.terms.as_u64(by).filter(|by| *by > 0)?;
        let of = self.extended(term, View::Unsigned);
        let by = i128::from(by);
        let quotient = of.int.div(constant(by));
        let remainder = of.int.modulo(constant(by));
        Some((
            Number { int: quotient, low: of.low / by, high: of.high / by },
            Number { int: remainder, low: 0, high: (by - 1).min(of.high) },
        ))
    }

    /// A bit-vector that may be any, where it lies.
    fn any(&mut self, term: TermId) -> Number {
        let width = self.terms.width(term);
        let int = Int::fresh_const("number");
        if width > 64 {
            // Nothing is read of it.
            return Number { int, low: -MOST, high: MOST };
        }
        let (low, high) = match (self.bounds)(term) {
            Some(Bounds { least, greatest, low, high, .. }) => {
                let signed = (i128::from(least), i128::from(greatest));
                let unsigned = (i128::from(low), i128::from(high));
                if unsigned.1 - unsigned.0 < signed.1 - signed.0 { unsigned } else { signed }
            }
            None => View::Signed.range(width),
        };
        self.facts.push(int.ge(constant(low)));
        self.facts.push(int.le(constant(high)));
        Number { int, low, high }
    }
}

fn constant(number: i128) -> Int {
    match i64::try_from(number) {
        Ok(small) => Int::from_i64(small),
        // Decimal digits are always a number.
        Err(_) => number.to_string().parse().unwrap_or_else(|()| Int::fresh_const("number")),
    }
}

fn sum(a: &Number, b: &Number) -> Number {
    Number {
        int: a.int.clone() + b.int.clone(),
        low: a.low.saturating_add(b.low),
        high: a.high.saturating_add(b.high),
    }
}

fn times(number: &Number, by: i128) -> Number {
    let ends = [number.low.saturating_mul(by), number.high.saturating_mul(by)];
    Number {
        int: number.int.clone() * constant(by),
        low: ends[0].min(ends[1]),
        high: ends[0].max(ends[1]),
    }
}

#[cfg(test)]
mod tests;
