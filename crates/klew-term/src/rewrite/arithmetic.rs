//! Rules of addition, subtraction, negation and multiplication.

use super::choices::merge_choices;
use super::ite::lift_ite_over_constants;
use super::linear::{build, collect};
use super::{NamedRule, choices, quotients, rules};
use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, TermId};

pub(super) const ADD: &[NamedRule] = rules![
    lift_ite_over_constants,
    merge_choices,
    add_one_to_complement,
    add_linear,
    add_constants_of_large_sum,
    add_cancel
];
pub(super) const SUB: &[NamedRule] = rules![sub_to_add];
pub(super) const NEG: &[NamedRule] =
    rules![lift_ite_over_constants, neg_neg, neg_complement, neg_linear];
pub(super) const MUL: &[NamedRule] = rules![
    lift_ite_over_constants,
    mul_zero,
    mul_linear,
    mul_neg,
    mul_pull_constant,
    mul_quotient_beside
];

/// match: (bvadd (bvnot a) 1); result: (bvneg a)
fn add_one_to_complement(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms.as_unary(arguments[0], Kind::BvNot)?;
    terms.as_bitvec(arguments[1])?.is_one().then(|| terms.bv_neg(a))
}

/// match: (bvadd a b), few monomials; result: the sorted linear combination, with quotients and remainders joined
fn add_linear(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let one = BitVecValue::one(terms.width(arguments[0]));
    let linear = collect(terms, &[(arguments[0], one.clone()), (arguments[1], one)])?;
    let linear = quotients::join(terms, linear)?;
    let linear = choices::join(terms, linear)?;
    Some(build(terms, linear))
}

/// match: (bvadd (bvadd x k1) k2), (bvadd (bvadd x k1) y) of a large sum; result: the constant outermost
fn add_constants_of_large_sum(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (base_a, constant_a) = terms.split_sum(arguments[0]);
    let (base_b, constant_b) = terms.split_sum(arguments[1]);
    let a = base_a?;
    if constant_a.is_zero() && (constant_b.is_zero() || base_b.is_none()) {
        return None;
    }
    let base = match base_b {
        Some(b) => terms.bv_add(a, b),
        None => a,
    };
    let sum = constant_a.add(&constant_b);
    if sum.is_zero() {
        return Some(base);
    }
    let constant = terms.bv_value(sum);
    Some(terms.raw(Kind::BvAdd, &[base, constant]))
}

/// match: (bvadd (bvadd x y) (bvneg x)) of a large sum; result: y
fn add_cancel(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    for (sum, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        let Some((x, y)) = terms.as_binary(sum, Kind::BvAdd) else { continue };
        let opposite = |t: TermId| {
            terms.as_unary(other, Kind::BvNeg) == Some(t)
                || terms.as_unary(t, Kind::BvNeg) == Some(other)
        };
        if opposite(x) {
            return Some(y);
        }
        if opposite(y) {
            return Some(x);
        }
    }
    let (a, b) = (arguments[0], arguments[1]);
    let opposite =
        terms.as_unary(a, Kind::BvNeg) == Some(b) || terms.as_unary(b, Kind::BvNeg) == Some(a);
    opposite.then(|| terms.zero(terms.width(a)))
}

/// match: (bvsub a b); result: (bvadd a (bvneg b))
fn sub_to_add(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    if arguments[0] == arguments[1] {
        return Some(terms.zero(terms.width(arguments[0])));
    }
    let negated = terms.bv_neg(arguments[1]);
    Some(terms.bv_add(arguments[0], negated))
}

/// match: (bvneg (bvneg a)); result: a
fn neg_neg(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.as_unary(arguments[0], Kind::BvNeg)
}

/// match: (bvneg (bvnot a)); result: (bvadd a 1)
fn neg_complement(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms.as_unary(arguments[0], Kind::BvNot)?;
    let one = terms.bv(terms.width(a), 1);
    Some(terms.bv_add(a, one))
}

/// match: (bvneg (bvadd a b)), (bvneg (bvmul a k)); result: the linear combination with opposite coefficients
fn neg_linear(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let minus_one = BitVecValue::ones(terms.width(arguments[0]));
    let linear = collect(terms, &[(arguments[0], minus_one)])?;
    Some(build(terms, linear))
}

/// match: (bvmul a 0); result: 0
fn mul_zero(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.is_zero(arguments[1]).then_some(arguments[1])
}

/// match: (bvmul a k); result: the scaled linear combination (a itself for 1, a shift for 2^n)
fn mul_linear(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let factor = terms.as_bitvec(arguments[1])?;
    let linear = collect(terms, &[(arguments[0], factor)])?;
    Some(build(terms, linear))
}

/// match: (bvmul (bvneg a) b); result: (bvneg (bvmul a b))
fn mul_neg(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    if terms.is_constant(arguments[1]) {
        return None;
    }
    for (negated, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        if let Some(inner) = terms.as_unary(negated, Kind::BvNeg) {
            let product = terms.bv_mul(inner, other);
            return Some(terms.bv_neg(product));
        }
    }
    None
}

/// match: (bvmul (bvmul a k) b), (bvmul (bvshl a k) b); result: (bvmul (bvmul a b) k)
fn mul_pull_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    if terms.is_constant(arguments[1]) {
        return None;
    }
    for (scaled, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        let kind = terms.kind(scaled);
        if !matches!(kind, Kind::BvMul | Kind::BvShl) {
            continue;
        }
        let (a, k) = (terms.argument(scaled, 0), terms.argument(scaled, 1));
        if terms.is_constant(k) {
            let product = terms.bv_mul(a, other);
            return Some(terms.apply(kind, &[product, k]));
        }
    }
    None
}

/// match: (bvmul (bvadd (f a b) k) b), f one of bvudiv, bvsdiv; result: (bvadd (bvmul (f a b) b) (bvmul b k)), whose first summand is joined with
/// remainders (`quotients`): quotients that are rounded another way are one less or more
fn mul_quotient_beside(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    for (sum, divisor) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        let (Some(quotient), constant) = terms.split_sum(sum) else { continue };
        let is_quotient = matches!(terms.kind(quotient), Kind::BvUdiv | Kind::BvSdiv);
        if constant.is_zero() || !is_quotient || terms.argument(quotient, 1) != divisor {
            continue;
        }
        let whole = terms.bv_mul(quotient, divisor);
        let constant = terms.bv_value(constant);
        let rest = terms.bv_mul(divisor, constant);
        return Some(terms.bv_add(whole, rest));
    }
    None
}
