//! Rewriting to normal form: one function per rule, each with a comment `match: ... result: ...`.
//!
//! A rule sees the operator and its arguments (in normal form, commutative arguments ordered with constants
//! last, not all constant) and gives an equal term, or nothing. Soundness: the result has the same value under
//! every assignment; the tests check it by evaluation, klew-solver's tests prove it (`rule_examples`).
//! Termination: results are smaller or of a smaller operator (`BvSub` to `BvAdd`, shifts to slices, `BvSlt` to
//! `BvUlt`, ...); rules that follow chains through constructors stop at `NESTING_LIMIT`.

use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, TermId};

mod arithmetic;
mod array;
mod bitwise;
mod boolean;
mod bounded;
mod choices;
mod compare;
mod digits;
mod division;
mod equality;
mod equality_slices;
mod float;
mod integer;
mod ite;
mod linear;
mod overflow;
mod quotients;
mod shift;
mod slice;
mod table;

/// A rule: operator and arguments to an equal term.
pub(crate) type Rule = fn(&mut Terms, Kind, &[TermId]) -> Option<TermId>;

/// A rule with its function's name.
pub(crate) type NamedRule = (&'static str, Rule);

/// Constructors called by rules called by constructors ... deeper than this only hash-cons.
const NESTING_LIMIT: u32 = 96;

/// Names each of some rules.
macro_rules! rules {
    ($($rule:ident),* $(,)?) => { &[$((stringify!($rule), $rule as crate::rewrite::Rule)),*] };
}
pub(crate) use rules;

/// The rules of an operator, in the order they are tried.
fn rules_of(kind: Kind) -> &'static [NamedRule] {
    match kind {
        Kind::Not => boolean::NOT,
        Kind::And => boolean::AND,
        Kind::Or => boolean::OR,
        Kind::Xor => boolean::XOR,
        Kind::Implies => boolean::IMPLIES,
        Kind::Eq => equality::EQ,
        Kind::Ite => ite::ITE,
        Kind::BvAdd => arithmetic::ADD,
        Kind::BvSub => arithmetic::SUB,
        Kind::BvNeg => arithmetic::NEG,
        Kind::BvMul => arithmetic::MUL,
        Kind::BvUdiv => division::UDIV,
        Kind::BvUrem => division::UREM,
        Kind::BvSdiv => division::SDIV,
        Kind::BvSrem => division::SREM,
        Kind::BvAnd => bitwise::AND,
        Kind::BvOr => bitwise::OR,
        Kind::BvXor => bitwise::XOR,
        Kind::BvNot => bitwise::NOT,
        Kind::BvShl => shift::SHL,
        Kind::BvLshr => shift::LSHR,
        Kind::BvAshr => shift::ASHR,
        Kind::BvUlt => compare::ULT,
        Kind::BvUle => compare::ULE,
        Kind::BvSlt => compare::SLT,
        Kind::BvSle => compare::SLE,
        Kind::BvConcat => slice::CONCAT,
        Kind::BvExtract { .. } => slice::EXTRACT,
        Kind::BvZeroExtend(_) => slice::ZERO_EXTEND,
        Kind::BvSignExtend(_) => slice::SIGN_EXTEND,
        Kind::BvUaddOverflow
        | Kind::BvSaddOverflow
        | Kind::BvUsubOverflow
        | Kind::BvSsubOverflow
        | Kind::BvUmulOverflow
        | Kind::BvSmulOverflow => overflow::OVERFLOW,
        Kind::Select => array::SELECT,
        Kind::Store => array::STORE,
        Kind::Forall(_) | Kind::Exists(_) => boolean::QUANTIFIER,
        _ => integer::rules_of(kind).or_else(|| float::rules_of(kind)).unwrap_or(&[]),
    }
}

/// The normal form of an operator applied to arguments, if it is another term than the plain node.
pub(crate) fn rewrite(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    if terms.nesting > NESTING_LIMIT {
        return None;
    }
    for (name, rule) in rules_of(kind) {
        if let Some(result) = rule(terms, kind, arguments) {
            if let Some(fired) = &mut terms.fired {
                fired.insert(name);
            }
            return Some(result);
        }
    }
    None
}

/// One kind of every operator that has rules, to enumerate the rules.
#[cfg(test)]
pub(crate) fn all_rule_names() -> std::collections::BTreeSet<&'static str> {
    use crate::sort::{FloatFormat, RoundingMode};
    let mode = RoundingMode::NearestEven;
    let format = FloatFormat::Half;
    #[rustfmt::skip]
    let kinds = [
        Kind::Not, Kind::And, Kind::Or, Kind::Xor, Kind::Implies, Kind::Eq, Kind::Ite, Kind::BvAdd, Kind::BvSub,
        Kind::BvNeg, Kind::BvMul, Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem, Kind::BvAnd, Kind::BvOr,
        Kind::BvXor, Kind::BvNot, Kind::BvShl, Kind::BvLshr, Kind::BvAshr, Kind::BvUlt, Kind::BvUle, Kind::BvSlt,
        Kind::BvSle, Kind::BvConcat, Kind::BvExtract { high: 0, low: 0 }, Kind::BvZeroExtend(1),
        Kind::BvSignExtend(1), Kind::BvUaddOverflow, Kind::Select, Kind::Store, Kind::Forall(0),
        Kind::IntAdd, Kind::IntSub, Kind::IntMul, Kind::IntNeg, Kind::IntLe, Kind::IntLt, Kind::IntToBv(1),
        Kind::FpAdd, Kind::FpSub, Kind::FpMul, Kind::FpDiv, Kind::FpRem, Kind::FpRoundToIntegral(mode), Kind::FpNeg,
        Kind::FpAbs, Kind::FpEq, Kind::FpLt, Kind::FpLe, Kind::FpIsNan, Kind::FpIsInfinite, Kind::FpIsZero,
        Kind::FpIsNormal, Kind::FpIsSubnormal, Kind::FpToFp(mode, format), Kind::FpFromSigned(mode, format),
        Kind::FpFromUnsigned(mode, format),
    ];
    kinds.iter().flat_map(|&kind| rules_of(kind)).map(|(name, _)| *name).collect()
}

// ---- shapes the rules look for ----

impl Terms {
    /// The argument of a negation.
    pub(crate) fn as_not(&self, term: TermId) -> Option<TermId> {
        self.as_unary(term, Kind::Not)
    }

    /// The argument of a unary operator.
    pub(crate) fn as_unary(&self, term: TermId, kind: Kind) -> Option<TermId> {
        (self.kind(term) == kind).then(|| self.argument(term, 0))
    }

    /// The arguments of a binary operator.
    pub(crate) fn as_binary(&self, term: TermId, kind: Kind) -> Option<(TermId, TermId)> {
        (self.kind(term) == kind).then(|| (self.argument(term, 0), self.argument(term, 1)))
    }

    /// Condition and branches of an if-then-else.
    pub(crate) fn as_ite(&self, term: TermId) -> Option<(TermId, TermId, TermId)> {
        (self.kind(term) == Kind::Ite)
            .then(|| (self.argument(term, 0), self.argument(term, 1), self.argument(term, 2)))
    }

    /// Whether one is the negation of the other.
    pub(crate) fn complementary(&self, a: TermId, b: TermId) -> bool {
        self.as_not(a) == Some(b) || self.as_not(b) == Some(a)
    }

    /// The argument of a proper zero extension.
    pub(crate) fn as_zero_extend(&self, term: TermId) -> Option<TermId> {
        matches!(self.kind(term), Kind::BvZeroExtend(_)).then(|| self.argument(term, 0))
    }

    /// The argument of a proper sign extension.
    pub(crate) fn as_sign_extend(&self, term: TermId) -> Option<TermId> {
        matches!(self.kind(term), Kind::BvSignExtend(_)).then(|| self.argument(term, 0))
    }

    /// Source, high and low bit of an extract.
    pub(crate) fn as_extract(&self, term: TermId) -> Option<(TermId, u32, u32)> {
        match self.kind(term) {
            Kind::BvExtract { high, low } => Some((self.argument(term, 0), high, low)),
            _ => None,
        }
    }

    /// Whether the term is the bit-vector constant 0.
    pub(crate) fn is_zero(&self, term: TermId) -> bool {
        // A wide constant may be 0.
        self.as_u64(term) == Some(0) || self.as_bitvec(term).is_some_and(|value| value.is_zero())
    }

    /// Whether the term is the bit-vector constant of all ones.
    pub(crate) fn is_ones(&self, term: TermId) -> bool {
        self.as_bitvec(term).is_some_and(|value| value.is_ones())
    }

    pub(crate) fn zero(&mut self, width: u32) -> TermId {
        self.bv(width, 0)
    }

    pub(crate) fn ones(&mut self, width: u32) -> TermId {
        self.bv_value(BitVecValue::ones(width))
    }

    /// A sum's summand and constant; for other terms the term and 0. A constant has no summand.
    pub(crate) fn split_sum(&self, term: TermId) -> (Option<TermId>, BitVecValue) {
        if let Some(value) = self.as_bitvec(term) {
            return (None, value);
        }
        if let Some((base, constant)) = self.as_binary(term, Kind::BvAdd)
            && let Some(value) = self.as_bitvec(constant)
        {
            return (Some(base), value);
        }
        (Some(term), BitVecValue::zero(self.width(term)))
    }

    /// Whether two bit-vectors differ by a constant other than 0, under every assignment.
    pub(crate) fn certainly_distinct(&self, a: TermId, b: TermId) -> bool {
        if a == b || self.sort(a).width().is_none() {
            return a != b && self.is_constant(a) && self.is_constant(b);
        }
        let (base_a, constant_a) = self.split_sum(a);
        let (base_b, constant_b) = self.split_sum(b);
        base_a == base_b && constant_a != constant_b
    }

    /// Whether bounds say that two terms are never the same.
    pub(crate) fn bounds_exclude(&self, a: TermId, b: TermId) -> bool {
        match (self.bounds(a), self.bounds(b)) {
            (Some(a), Some(b)) => a.meet(&b).is_none(),
            _ => false,
        }
    }

    /// A lower bound on the number of high bits that are 0.
    pub(crate) fn high_zeros(&self, term: TermId) -> u32 {
        let width = self.width(term);
        if let Some(value) = self.as_bitvec(term) {
            return width - value.significant_bits();
        }
        match self.kind(term) {
            Kind::BvZeroExtend(_) => width - self.width(self.argument(term, 0)),
            Kind::BvConcat => {
                let high = self.argument(term, 0);
                self.as_bitvec(high).map_or(0, |value| value.width() - value.significant_bits())
            }
            Kind::Ite => {
                let constant = |t: TermId| {
                    self.as_bitvec(t).map_or(0, |value| width - value.significant_bits())
                };
                constant(self.argument(term, 1)).min(constant(self.argument(term, 2)))
            }
            _ => 0,
        }
    }

    /// A lower bound on the number of low bits that are 0.
    pub(crate) fn low_zeros(&self, term: TermId) -> u32 {
        if let Some(value) = self.as_bitvec(term) {
            return value.trailing_zeros();
        }
        match self.kind(term) {
            Kind::BvShl => self
                .as_u64(self.argument(term, 1))
                .map_or(0, |n| n.min(self.width(term).into()) as u32),
            Kind::BvConcat => self.low_zeros_of_tail(term),
            Kind::BvZeroExtend(_) | Kind::BvSignExtend(_) => {
                self.low_zeros_of_tail(self.argument(term, 0))
            }
            _ => 0,
        }
    }

    /// Low zeros of a chain of concatenations.
    fn low_zeros_of_tail(&self, mut term: TermId) -> u32 {
        while self.kind(term) == Kind::BvConcat {
            term = self.argument(term, 1);
        }
        self.as_bitvec(term).map_or(0, |value| value.trailing_zeros())
    }

    /// A lower bound on the number of bits below the top one that equal it.
    pub(crate) fn sign_copies(&self, term: TermId) -> u32 {
        if let Some(value) = self.as_bitvec(term) {
            let magnitude = if value.is_negative() { value.not() } else { value };
            return magnitude.width() - 1 - magnitude.significant_bits();
        }
        match self.kind(term) {
            Kind::BvSignExtend(_) => self.width(term) - self.width(self.argument(term, 0)),
            _ => self.high_zeros(term).saturating_sub(1),
        }
    }
}
