//! Rules of integers.

use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::kind::{Kind, TermId};

const ADD: &[NamedRule] = rules![int_add_zero, int_add_constants, int_add_neg];
const SUB: &[NamedRule] = rules![int_sub_to_add];
const MUL: &[NamedRule] = rules![int_mul_constant];
const NEG: &[NamedRule] = rules![int_neg_neg];
const LE: &[NamedRule] = rules![int_le_same, int_le_sum_constant];
const LT: &[NamedRule] = rules![int_lt_to_le];
const TO_BV: &[NamedRule] = rules![int_to_bv_of_bv];

pub(super) fn rules_of(kind: Kind) -> Option<&'static [NamedRule]> {
    match kind {
        Kind::IntAdd => Some(ADD),
        Kind::IntSub => Some(SUB),
        Kind::IntMul => Some(MUL),
        Kind::IntNeg => Some(NEG),
        Kind::IntLe => Some(LE),
        Kind::IntLt => Some(LT),
        Kind::IntToBv(_) => Some(TO_BV),
        _ => None,
    }
}

/// A sum's summand and constant; for other terms the term and 0.
fn split(terms: &Terms, term: TermId) -> (TermId, BigInt) {
    match terms.as_binary(term, Kind::IntAdd) {
        Some((base, k)) => match terms.as_int(k) {
            Some(value) => (base, value.clone()),
            None => (term, BigInt::zero()),
        },
        None => (term, BigInt::zero()),
    }
}

/// match: (+ a 0); result: a
fn int_add_zero(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.as_int(arguments[1]).is_some_and(Zero::is_zero).then_some(arguments[0])
}

/// match: (+ (+ a k1) k2), (+ (+ a k1) b); result: the constant outermost
fn int_add_constants(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, k1) = split(terms, arguments[0]);
    if let Some(k2) = terms.as_int(arguments[1]) {
        if k1.is_zero() {
            return None;
        }
        let sum = k1 + k2;
        let sum = terms.int(sum);
        return Some(terms.int_add(a, sum));
    }
    let (b, k2) = split(terms, arguments[1]);
    if k1.is_zero() && k2.is_zero() {
        return None;
    }
    let base = terms.int_add(a, b);
    let sum = terms.int(k1 + k2);
    Some(terms.int_add(base, sum))
}

/// match: (+ a (- a)); result: 0; match: (+ (+ a b) (- a)); result: b
fn int_add_neg(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    for (a, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        let Some(negated) = terms.as_unary(other, Kind::IntNeg) else { continue };
        if negated == a {
            return Some(terms.int_i64(0));
        }
        if let Some((x, y)) = terms.as_binary(a, Kind::IntAdd) {
            if x == negated {
                return Some(y);
            }
            if y == negated {
                return Some(x);
            }
        }
    }
    None
}

/// match: (- a a); result: 0; match: (- a b); result: (+ a (- b))
fn int_sub_to_add(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    if arguments[0] == arguments[1] {
        return Some(terms.int_i64(0));
    }
    let (b, k) = split(terms, arguments[1]);
    let negated = terms.int_neg(b);
    let sum = terms.int_add(arguments[0], negated);
    let k = terms.int(-k);
    Some(terms.int_add(sum, k))
}

/// match: (* a 0); result: 0; match: (* a 1); result: a; match: (* a -1); result: (- a)
fn int_mul_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let k = terms.as_int(arguments[1])?;
    if k.is_zero() {
        return Some(arguments[1]);
    }
    if k.is_one() {
        return Some(arguments[0]);
    }
    (*k == -BigInt::one()).then(|| terms.int_neg(arguments[0]))
}

/// match: (- (- a)); result: a
fn int_neg_neg(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.as_unary(arguments[0], Kind::IntNeg)
}

/// match: (<= a a); result: true
fn int_le_same(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    (arguments[0] == arguments[1]).then(|| terms.true_())
}

/// match: (<= (+ a k1) k2), (<= k2 (+ a k1)), (<= (+ a k1) (+ a k2)); result: the constants on one side
fn int_le_sum_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, k1) = split(terms, arguments[0]);
    let (b, k2) = split(terms, arguments[1]);
    if a == b {
        return Some(terms.bool(k1 <= k2));
    }
    if let Some(value) = terms.as_int(arguments[1]).filter(|_| !k1.is_zero()) {
        let limit = value - k1;
        let limit = terms.int(limit);
        return Some(terms.int_le(a, limit));
    }
    if let Some(value) = terms.as_int(arguments[0]).filter(|_| !k2.is_zero()) {
        let limit = value - k2;
        let limit = terms.int(limit);
        return Some(terms.int_le(limit, b));
    }
    None
}

/// match: (< a b); result: (not (<= b a))
fn int_lt_to_le(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let reverse = terms.int_le(arguments[1], arguments[0]);
    Some(terms.not(reverse))
}

/// match: (int2bv (bv2nat a)), (int2bv (signed value of a)); result: a, its low bits, or its extension
fn int_to_bv_of_bv(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let Kind::IntToBv(width) = kind else { return None };
    let inner = terms.kind(arguments[0]);
    if !matches!(inner, Kind::BvToIntUnsigned | Kind::BvToIntSigned) {
        return None;
    }
    let a = terms.argument(arguments[0], 0);
    Some(if width <= terms.width(a) {
        terms.bv_extract(a, width - 1, 0)
    } else if inner == Kind::BvToIntUnsigned {
        terms.bv_zero_extend(a, width)
    } else {
        terms.bv_sign_extend(a, width)
    })
}
