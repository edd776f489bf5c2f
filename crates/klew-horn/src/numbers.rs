//! Bit-vectors as integers.

use klew_term::{Kind, Sort, SymbolId, TermId};
use num_bigint::BigInt;

use crate::integers::{ClauseText, Wrapping};
use crate::views::View;

impl ClauseText<'_> {
    pub(crate) fn int(&mut self, value: impl Into<BigInt>) -> TermId {
        self.terms.int(value.into())
    }

    /// A symbol of the clause's own.
    pub(crate) fn fresh(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = self.terms.fresh_symbol(name, sort);
        self.bound.push(symbol);
        self.terms.symbol_term(symbol)
    }

    /// A number that may be anything in a range.
    pub(crate) fn anything(&mut self, width: u32, view: View) -> TermId {
        let number = self.fresh("any", Sort::Int);
        let (least, most) = self.range(width, view);
        let (low, high) = (self.terms.int_le(least, number), self.terms.int_le(number, most));
        self.ranges.extend([low, high]);
        number
    }

    pub(crate) fn range(&mut self, width: u32, view: View) -> (TermId, TermId) {
        let one = BigInt::from(1);
        let (least, most) = match view {
            View::Unsigned => (BigInt::ZERO, (&one << width) - 1),
            View::Signed => (-(&one << (width - 1)), (&one << (width - 1)) - 1),
        };
        (self.int(least), self.int(most))
    }

    pub(crate) fn symbol(&mut self, symbol: SymbolId, width: u32) -> TermId {
        if let Some(known) = self.symbols.get(&symbol) {
            return *known;
        }
        let number = self.anything(width, self.views.of(symbol));
        self.symbols.insert(symbol, number);
        number
    }

    /// The same bits read the other way.
    pub(crate) fn reread(&mut self, number: TermId, width: u32, to: View) -> TermId {
        let whole = self.int(BigInt::from(1) << width);
        let half = self.int(BigInt::from(1) << (width - 1));
        let zero = self.int(0);
        let (condition, other) = match to {
            View::Unsigned => (self.terms.int_lt(number, zero), self.terms.int_add(number, whole)),
            View::Signed => (self.terms.int_le(half, number), self.terms.int_sub(number, whole)),
        };
        self.terms.ite(condition, other, number)
    }

    /// The number that a bit-vector is.
    pub(crate) fn number(&mut self, term: TermId, view: View) -> TermId {
        if let Some(known) = self.numbers.get(&(term, view)) {
            return *known;
        }
        let number = self.make_number(term, view);
        self.numbers.insert((term, view), number);
        number
    }

    fn make_number(&mut self, term: TermId, view: View) -> TermId {
        let width = self.terms.width(term);
        if let Some(value) = self.terms.as_bitvec(term) {
            return self.int(match view {
                View::Signed => value.to_bigint_signed(),
                View::Unsigned => value.to_biguint().into(),
            });
        }
        let arguments = self.terms.arguments(term).to_vec();
        match (self.terms.kind(term), &arguments[..]) {
            (Kind::Symbol(symbol), _) => {
                let number = self.symbol(symbol, width);
                self.seen(number, width, (self.views.of(symbol), view))
            }
            (Kind::Ite, &[condition, then, otherwise]) => {
                let condition = self.truth(condition);
                let (then, otherwise) = (self.number(then, view), self.number(otherwise, view));
                self.terms.ite(condition, then, otherwise)
            }
            (Kind::BvNot, &[a]) => {
                let a = self.number(a, view);
                let most = match view {
                    View::Signed => self.int(-1),
                    View::Unsigned => self.range(width, view).1,
                };
                self.terms.int_sub(most, a)
            }
            (Kind::BvAnd | Kind::BvOr | Kind::BvXor, &[a, b]) if width == 1 => {
                self.one_bit(self.terms.kind(term), (a, b), view)
            }
            (
                Kind::BvAdd
                | Kind::BvSub
                | Kind::BvNeg
                | Kind::BvMul
                | Kind::BvShl
                | Kind::BvExtract { low: 0, .. },
                _,
            ) => {
                let loose = self.congruent(term, view);
                self.within(loose, width, view)
            }
            _ => {
                if let Some(number) = self.signed_only(term, &arguments) {
                    self.seen(number, width, (View::Signed, view))
                } else if let Some(number) = self.unsigned_only(term, &arguments) {
                    self.seen(number, width, (View::Unsigned, view))
                } else {
                    self.anything(width, view)
                }
            }
        }
    }

    /// A number that is read in one way, in another.
    fn seen(&mut self, number: TermId, width: u32, (from, to): (View, View)) -> TermId {
        if from == to { number } else { self.reread(number, width, to) }
    }

    fn one_bit(&mut self, kind: Kind, (a, b): (TermId, TermId), view: View) -> TermId {
        let (a, b) = (self.bit(a), self.bit(b));
        let holds = match kind {
            Kind::BvAnd => self.terms.and(a, b),
            Kind::BvOr => self.terms.or(a, b),
            _ => self.terms.xor(a, b),
        };
        let set = self.int(if view == View::Signed { -1 } else { 1 });
        let unset = self.int(0);
        self.terms.ite(holds, set, unset)
    }

    /// Operations that are told by signed numbers.
    fn signed_only(&mut self, term: TermId, arguments: &[TermId]) -> Option<TermId> {
        match (self.terms.kind(term), arguments) {
            (Kind::BvSignExtend(_), &[a]) => Some(self.number(a, View::Signed)),
            (Kind::BvSdiv | Kind::BvSrem, &[a, b]) => self.signed_division(term, a, b),
            (Kind::BvAshr, &[a, b]) => {
                let width = u64::from(self.terms.width(term));
                let by = self.terms.as_u64(b).filter(|by| *by < width)?;
                let a = self.number(a, View::Signed);
                let divisor = self.int(BigInt::from(1) << by);
                Some(self.terms.int_div(a, divisor))
            }
            _ => None,
        }
    }

    /// Operations that are told by unsigned numbers.
    pub(crate) fn unsigned_only(&mut self, term: TermId, arguments: &[TermId]) -> Option<TermId> {
        Some(match (self.terms.kind(term), arguments) {
            (Kind::BvZeroExtend(_), &[a]) => self.number(a, View::Unsigned),
            (Kind::BvUdiv, &[a, b]) => {
                let divisor = self.divisor(b)?;
                let a = self.number(a, View::Unsigned);
                self.terms.int_div(a, divisor)
            }
            (Kind::BvUrem, &[a, b]) => {
                let divisor = self.divisor(b)?;
                let a = self.number(a, View::Unsigned);
                self.terms.int_mod(a, divisor)
            }
            (Kind::BvLshr, &[a, b]) => {
                let by = self.terms.as_u64(b).filter(|by| *by < 512)?;
                let a = self.number(a, View::Unsigned);
                let divisor = self.int(BigInt::from(1) << by);
                self.terms.int_div(a, divisor)
            }
            (Kind::BvAnd, &[a, b]) => {
                let mask = self.terms.as_bitvec(b)?.to_biguint();
                let next: num_bigint::BigUint = &mask + 1_u32;
                if next.count_ones() != 1 {
                    return None;
                }
                let a = self.number(a, View::Unsigned);
                let modulus = self.int(BigInt::from(next));
                self.terms.int_mod(a, modulus)
            }
            (Kind::BvExtract { high, low }, &[a]) => {
                let a = self.number(a, View::Unsigned);
                let divisor = self.int(BigInt::from(1) << low);
                let modulus = self.int(BigInt::from(1) << (high - low + 1));
                let shifted = self.terms.int_div(a, divisor);
                self.terms.int_mod(shifted, modulus)
            }
            (Kind::BvConcat, &[high, low]) => {
                let width = self.terms.width(low);
                let (high, low) =
                    (self.number(high, View::Unsigned), self.number(low, View::Unsigned));
                let factor = self.int(BigInt::from(1) << width);
                let high = self.terms.int_mul(factor, high);
                self.terms.int_add(high, low)
            }
            _ => return None,
        })
    }

    pub(crate) fn divisor(&mut self, term: TermId) -> Option<TermId> {
        let value = self.terms.as_bitvec(term).filter(|value| !value.is_zero())?;
        Some(self.int(value.to_biguint()))
    }

    /// Division that truncates, by a constant.
    pub(crate) fn signed_division(&mut self, term: TermId, a: TermId, b: TermId) -> Option<TermId> {
        let divisor = self.terms.as_bitvec(b).filter(|value| !value.is_zero())?.to_bigint_signed();
        let a = self.number(a, View::Signed);
        let zero = self.int(0);
        let size = self.int(BigInt::from(divisor.magnitude().clone()));
        let is_negative = self.terms.int_lt(a, zero);
        let opposite = self.terms.int_neg(a);
        let magnitude = self.terms.ite(is_negative, opposite, a);
        let (result, flips) = match self.terms.kind(term) {
            Kind::BvSdiv => (self.terms.int_div(magnitude, size), divisor < BigInt::ZERO),
            _ => (self.terms.int_mod(magnitude, size), false),
        };
        let negated = self.terms.int_neg(result);
        Some(match flips {
            true => self.terms.ite(is_negative, result, negated),
            false => self.terms.ite(is_negative, negated, result),
        })
    }

    /// A number that differs from the bit-vector's by a multiple of two to the width.
    pub(crate) fn congruent(&mut self, term: TermId, view: View) -> TermId {
        if let Some(known) = self.loose.get(&(term, view)) {
            return *known;
        }
        let arguments = self.terms.arguments(term).to_vec();
        let number = match (self.terms.kind(term), &arguments[..]) {
            (Kind::BvAdd, &[a, b]) => {
                let (a, b) = (self.congruent(a, view), self.congruent(b, view));
                self.terms.int_add(a, b)
            }
            (Kind::BvSub, &[a, b]) => {
                let (a, b) = (self.congruent(a, view), self.congruent(b, view));
                self.terms.int_sub(a, b)
            }
            (Kind::BvNeg, &[a]) => {
                let a = self.congruent(a, view);
                self.terms.int_neg(a)
            }
            (Kind::BvMul, &[a, b]) => {
                let (a, b) = (self.congruent(a, view), self.congruent(b, view));
                self.terms.int_mul(a, b)
            }
            (Kind::BvShl, &[a, b]) if self.terms.as_u64(b).is_some_and(|by| by < 512) => {
                let by = self.terms.as_u64(b).unwrap_or(0);
                let a = self.congruent(a, view);
                let factor = self.int(BigInt::from(1) << by);
                self.terms.int_mul(a, factor)
            }
            (Kind::BvShl, _) => {
                let width = self.terms.width(term);
                self.anything(width, view)
            }
            (Kind::BvExtract { low: 0, .. }, &[a]) => self.congruent(a, view),
            // Constants that stand for subtraction.
            _ => match self.terms.as_bitvec(term) {
                Some(value) => self.int(value.to_bigint_signed()),
                None => self.number(term, view),
            },
        };
        self.loose.insert((term, view), number);
        number
    }

    /// A number brought into its range.
    pub(crate) fn within(&mut self, number: TermId, width: u32, view: View) -> TermId {
        if self.wrapping == Wrapping::Forgotten {
            return number;
        }
        let (least, most) = self.range(width, view);
        let (low, high) = (self.terms.int_lt(number, least), self.terms.int_lt(most, number));
        if self.wrapping == Wrapping::Goal {
            self.wraps.extend([low, high]);
            return number;
        }
        let whole = self.int(BigInt::from(1) << width);
        let shifted = self.terms.int_sub(number, least);
        let wrapped = self.terms.int_mod(shifted, whole);
        let wrapped = self.terms.int_add(wrapped, least);
        let outside = self.terms.or(low, high);
        self.terms.ite(outside, wrapped, number)
    }
}
