//! What is known of byte offsets: `r + m·t` for some `t`.
//!
//! Granger's congruences (P. Granger, *Static Analysis of Arithmetical Congruences*, 1989), with the width of the
//! number where it is known, because a product that wraps keeps only the powers of two of its modulus.

use std::borrow::Cow;

use klew_term::{Kind, Sort, TermId, Terms};
use rustc_hash::FxHashMap;

/// The numbers `rest + modulus·t`; a modulus of 0 is one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affine {
    /// The modulus.
    pub modulus: u64,
    /// One of the numbers, the least where that is known.
    pub rest: i64,
    /// All numbers are less than two to this power in magnitude; 64 or more: unknown.
    pub bits: u32,
}

impl Affine {
    /// Anything.
    pub const ANY: Affine = Affine { modulus: 1, rest: 0, bits: 64 };

    /// One number.
    pub fn constant(value: i64) -> Affine {
        let bits = 64 - value.unsigned_abs().leading_zeros();
        Affine { modulus: 0, rest: value, bits }
    }

    /// The number, if it is one.
    pub fn as_constant(self) -> Option<i64> {
        (self.modulus == 0).then_some(self.rest)
    }

    /// Numbers of both.
    pub fn join(self, other: Affine) -> Affine {
        let apart = self.rest.wrapping_sub(other.rest).unsigned_abs();
        let modulus = gcd(gcd(self.modulus, other.modulus), apart);
        Affine { modulus, rest: self.rest.min(other.rest), bits: self.bits.max(other.bits) }
    }

    fn sum(self, other: Affine) -> Affine {
        let bits = self.bits.max(other.bits) + 1;
        let modulus = gcd(self.modulus, other.modulus);
        Affine { modulus, rest: self.rest.wrapping_add(other.rest), bits }.settled()
    }

    fn times(self, factor: i64) -> Affine {
        let bits = self.bits + (64 - factor.unsigned_abs().leading_zeros());
        let (modulus, wraps) = self.modulus.overflowing_mul(factor.unsigned_abs());
        if wraps {
            return Affine::ANY;
        }
        Affine { modulus, rest: self.rest.wrapping_mul(factor), bits }.settled()
    }

    /// Without what a wrapping operation loses.
    fn settled(self) -> Affine {
        if self.modulus == 0 || self.bits < 63 {
            return self;
        }
        let power = 1u64 << self.modulus.trailing_zeros().min(62);
        Affine { modulus: power, rest: self.rest, bits: 64 }
    }
}

/// The greatest common divisor; of 0 and a number, the number.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Evaluates terms, given what is known of symbols.
pub struct Evaluation<'a> {
    /// The terms.
    pub terms: &'a Terms,
    /// Of symbols; others may be anything.
    pub symbols: Cow<'a, FxHashMap<TermId, Option<Affine>>>,
    /// Of terms that were evaluated.
    pub known: FxHashMap<TermId, Option<Affine>>,
}

impl Evaluation<'_> {
    /// A symbol may have those values, too; whether that is new.
    pub fn note(&mut self, symbol: TermId, value: Option<Affine>) -> bool {
        let before = self.symbols.get(&symbol).copied().flatten();
        let joined = match (before, value) {
            (Some(before), Some(value)) => Some(before.join(value)),
            (before, value) => before.or(value),
        };
        if joined == before {
            return false;
        }
        self.symbols.to_mut().insert(symbol, joined);
        self.known.remove(&symbol);
        true
    }

    /// What is known of a term; nothing yet, if it depends on a symbol of which nothing is known yet.
    pub fn of(&mut self, term: TermId) -> Option<Affine> {
        if let Some(known) = self.known.get(&term) {
            return *known;
        }
        for part in self.terms.subterms(&[term]) {
            if !self.known.contains_key(&part) {
                let value = self.node(part);
                self.known.insert(part, value);
            }
        }
        self.known.get(&term).copied().flatten()
    }

    fn node(&self, term: TermId) -> Option<Affine> {
        let Sort::BitVec(width) = self.terms.sort(term) else { return Some(Affine::ANY) };
        let any = Some(Affine { bits: width.min(64), ..Affine::ANY });
        if let Some(value) = self.terms.as_bitvec(term) {
            return Some(value.to_i64().map_or(Affine::ANY, Affine::constant));
        }
        let arguments = self.terms.arguments(term);
        let argument = |at: usize| self.known.get(&arguments[at]).copied().flatten();
        let number = |at: usize| argument(at).and_then(Affine::as_constant);
        // Narrow numbers wrap at their own width.
        let narrow = |result: Option<Affine>| {
            result.map(|result: Affine| {
                if width >= 64 || result.modulus == 0 || result.bits < width {
                    return result;
                }
                let power = 1u64 << result.modulus.trailing_zeros().min(31);
                let rest = result.rest.rem_euclid(power as i64);
                Affine { modulus: power, rest, bits: width }
            })
        };
        match self.terms.kind(term) {
            Kind::Symbol(_) => match self.symbols.get(&term) {
                Some(known) => *known,
                None => any,
            },
            Kind::BvAdd => narrow(Some(argument(0)?.sum(argument(1)?))),
            Kind::BvSub => narrow(Some(argument(0)?.sum(argument(1)?.times(-1)))),
            Kind::BvNeg => narrow(Some(argument(0)?.times(-1))),
            Kind::BvMul => match (number(0), number(1)) {
                (Some(factor), _) => narrow(Some(argument(1)?.times(factor))),
                (_, Some(factor)) => narrow(Some(argument(0)?.times(factor))),
                _ => any,
            },
            Kind::BvShl => match number(1) {
                Some(shift @ 0..32) => narrow(Some(argument(0)?.times(1 << shift))),
                _ => any,
            },
            Kind::BvSignExtend(_) => argument(0),
            Kind::BvZeroExtend(_) => {
                let inner = argument(0)?;
                let from = self.terms.width(arguments[0]);
                if inner.modulus == 0 && inner.rest >= 0 {
                    return Some(inner);
                }
                // A negative number becomes one beyond it: what is kept are powers of two.
                let power = 1u64 << inner.modulus.trailing_zeros().min(from.min(31));
                let rest = inner.rest.rem_euclid(power as i64);
                Some(Affine { modulus: power, rest, bits: from.min(64) })
            }
            Kind::BvConcat => {
                let low_width = self.terms.width(arguments[1]);
                match number(1) {
                    Some(low) if low_width < 32 => {
                        let low = low.rem_euclid(1 << low_width);
                        let high = argument(0)?.times(1 << low_width);
                        narrow(Some(high.sum(Affine::constant(low))))
                    }
                    _ if self.terms.as_u64(arguments[0]) == Some(0) => {
                        let inner = argument(1)?;
                        let power = 1u64 << inner.modulus.trailing_zeros().min(low_width.min(31));
                        let rest = inner.rest.rem_euclid(power as i64);
                        Some(Affine { modulus: power, rest, bits: low_width.min(64) })
                    }
                    _ => any,
                }
            }
            Kind::Ite => Some(argument(1)?.join(argument(2)?)),
            _ => any,
        }
    }
}
