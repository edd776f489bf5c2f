//! Rules of equality on truth values, choices and bit-vector arithmetic. Slices: `equality_slices`.

use super::bounded::{choice_decided_by_bounds, decided_by_bounds, slice_of_all};
use super::choices::eq_or_zero;
use super::digits::eq_digits;
use super::equality_slices::{
    eq_concat, eq_concat_constant, eq_shl_constant, eq_sign_extend, eq_zero_extend,
};
use super::ite::lift_ite_over_constants;
use super::linear::{Linear, build, collect};
use super::table::predicate_of_table;
use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, TermId};
use crate::sort::Sort;

pub(super) const EQ: &[NamedRule] = rules![
    eq_same,
    eq_bool_constant,
    eq_bool_complement,
    eq_bool_not,
    eq_float_nan,
    eq_ite_constant,
    eq_ite_branch,
    eq_choices,
    eq_distinct_sum,
    eq_sum_constant,
    eq_sum_sum,
    eq_cancel_summand,
    eq_negated_summand,
    eq_neg,
    eq_complement,
    eq_xor,
    eq_odd_product,
    eq_whole_quotient,
    eq_shl_constant,
    eq_zero_extend,
    eq_sign_extend,
    eq_concat_constant,
    eq_concat,
    eq_int_sum_constant,
    decided_by_bounds,
    eq_or_zero,
    choice_decided_by_bounds,
    slice_of_all,
    eq_digits,
    predicate_of_table
];

/// match: (= a a); result: true
fn eq_same(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    (arguments[0] == arguments[1]).then(|| terms.true_())
}

/// match: (= a true); result: a; match: (= a false); result: (not a)
fn eq_bool_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let value = terms.as_bool(arguments[1])?;
    Some(if value { arguments[0] } else { terms.not(arguments[0]) })
}

/// match: (= a (not a)); result: false
fn eq_bool_complement(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.complementary(arguments[0], arguments[1]).then(|| terms.false_())
}

/// match: (= (not a) b); result: (not (= a b))
fn eq_bool_not(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    for (negated, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        if let Some(a) = terms.as_not(negated) {
            let equal = terms.eq(a, other);
            return Some(terms.not(equal));
        }
    }
    None
}

/// match: (= a (bvmul (f a b) b)), f one of bvudiv, bvsdiv; result: (= (g a b) 0), g the remainder; for each b, 0 among them
fn eq_whole_quotient(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    for (a, product) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        let Some((one, other)) = terms.as_binary(product, Kind::BvMul) else { continue };
        for (quotient, divisor) in [(one, other), (other, one)] {
            let remainder = match terms.kind(quotient) {
                Kind::BvUdiv => Kind::BvUrem,
                Kind::BvSdiv => Kind::BvSrem,
                _ => continue,
            };
            if terms.arguments(quotient) == [a, divisor] {
                let rest = terms.apply(remainder, &[a, divisor]);
                let zero = terms.zero(terms.width(a));
                return Some(terms.eq(rest, zero));
            }
        }
    }
    None
}

/// match: (= a NaN); result: (fp.isNaN a)
fn eq_float_nan(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (format, bits) = terms.as_float(arguments[1])?;
    crate::softfloat::is_nan(format, bits).then(|| terms.fp_is_nan(arguments[0]))
}

/// match: (= (ite c a b) k), a or b a constant; result: a connective of c and (= a k) or (= b k)
fn eq_ite_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (c, a, b) = terms.as_ite(arguments[0])?;
    let k = arguments[1];
    if !terms.is_constant(k) || !(terms.is_constant(a) || terms.is_constant(b)) {
        return None;
    }
    let then = terms.eq(a, k);
    let otherwise = terms.eq(b, k);
    Some(terms.ite(c, then, otherwise))
}

/// match: (= (ite c a b) a); result: (or c (= b a)); match: (= (ite c a b) b); result: (or (not c) (= a b))
fn eq_ite_branch(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    for (choice, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        let Some((c, a, b)) = terms.as_ite(choice) else { continue };
        if other == a {
            let equal = terms.eq(b, a);
            return Some(terms.or(c, equal));
        }
        if other == b {
            let equal = terms.eq(a, b);
            return Some(terms.implies(c, equal));
        }
    }
    None
}

/// match: (= (ite c k1 k2) (ite d k3 k4)), k constants; result: a connective of c and d
fn eq_choices(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    if let Some(same_condition) = lift_ite_over_constants(terms, kind, arguments) {
        return Some(same_condition);
    }
    let (c, k1, k2) = terms.as_ite(arguments[0])?;
    let (d, k3, k4) = terms.as_ite(arguments[1])?;
    if [k1, k2, k3, k4].iter().any(|&k| !terms.is_constant(k)) {
        return None;
    }
    let (a, b) = (terms.bool(k1 == k3), terms.bool(k1 == k4));
    let then = terms.ite(d, a, b);
    let (a, b) = (terms.bool(k2 == k3), terms.bool(k2 == k4));
    let otherwise = terms.ite(d, a, b);
    Some(terms.ite(c, then, otherwise))
}

fn is_bitvec(terms: &Terms, term: TermId) -> bool {
    matches!(terms.sort(term), Sort::BitVec(_))
}

/// match: (= (bvadd x k1) (bvadd x k2)), (= (bvadd x k) x); result: false
fn eq_distinct_sum(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    (is_bitvec(terms, a) && terms.certainly_distinct(a, b)).then(|| terms.false_())
}

/// match: (= (bvadd x k1) k2); result: (= x k2-k1)
fn eq_sum_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let k2 = terms.as_bitvec(arguments[1])?;
    let (base, k1) = terms.split_sum(arguments[0]);
    let base = base.filter(|_| !k1.is_zero())?;
    let difference = terms.bv_value(k2.sub(&k1));
    Some(terms.eq(base, difference))
}

/// match: (= (bvadd x k1) (bvadd y k2)), (= (bvadd x k) y) with x younger than y; result: the constant at the older
fn eq_sum_sum(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    if !is_bitvec(terms, a) {
        return None;
    }
    let (Some(x), k1) = terms.split_sum(a) else { return None };
    let (Some(y), k2) = terms.split_sum(b) else { return None };
    let (older, younger, difference) =
        if x < y { (x, y, k1.sub(&k2)) } else { (y, x, k2.sub(&k1)) };
    // Nothing to do if the younger has no constant already.
    let younger_constant = if x < y { &k2 } else { &k1 };
    if younger_constant.is_zero() {
        return None;
    }
    let constant = terms.bv_value(difference);
    let sum = terms.bv_add(older, constant);
    Some(terms.eq(sum, younger))
}

/// match: (= (bvadd x y) (bvadd x z)); result: (= y z), for small sums
fn eq_cancel_summand(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    let sums = [a, b].iter().any(|&t| matches!(terms.kind(t), Kind::BvAdd | Kind::BvNeg));
    if !is_bitvec(terms, a) || !sums || terms.is_constant(b) {
        return None;
    }
    let one = BitVecValue::one(terms.width(a));
    let mut left = collect(terms, &[(a, one.clone())])?;
    let mut right = collect(terms, &[(b, one)])?;
    let before = left.monomials.len();
    let other = right.monomials.clone();
    right.monomials.retain(|monomial| !left.monomials.contains(monomial));
    left.monomials.retain(|monomial| !other.contains(monomial));
    if left.monomials.len() == before {
        return None;
    }
    let zero = BitVecValue::zero(left.constant.width());
    let constant = left.constant.sub(&right.constant);
    let left = build(terms, Linear { monomials: left.monomials, constant });
    let right = build(terms, Linear { monomials: right.monomials, constant: zero });
    Some(terms.eq(left, right))
}

/// match: (= (bvadd x (bvneg y)) z); result: (= x (bvadd y z)), for small sums: equations that say the same are one term
fn eq_negated_summand(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    let sums = [a, b].iter().any(|&t| terms.kind(t) == Kind::BvAdd);
    if !is_bitvec(terms, a) || !sums {
        return None;
    }
    let one = BitVecValue::one(terms.width(a));
    let (left, right) =
        (collect(terms, &[(a, one.clone())])?, collect(terms, &[(b, one.clone())])?);
    // In one bit, 1 is its own negation.
    let is_negated = |it: &(TermId, BitVecValue)| it.1.is_ones() && !it.1.is_one();
    if !left.monomials.iter().chain(&right.monomials).any(is_negated) {
        return None;
    }
    let constant = terms.bv_value(right.constant.sub(&left.constant));
    let mut sides = [vec![(terms.zero(terms.width(a)), one.clone())], vec![(constant, one)]];
    for (at, monomials) in [left.monomials, right.monomials].into_iter().enumerate() {
        for it in monomials {
            match is_negated(&it) {
                true => sides[1 - at].push((it.0, it.1.neg())),
                false => sides[at].push(it),
            }
        }
    }
    let [left, right] = [collect(terms, &sides[0])?, collect(terms, &sides[1])?];
    let (left, right) = (build(terms, left), build(terms, right));
    Some(terms.eq(left, right))
}

/// match: (= (bvneg a) k); result: (= a -k); match: (= (bvneg a) (bvneg b)); result: (= a b)
fn eq_neg(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms.as_unary(arguments[0], Kind::BvNeg)?;
    if terms.is_constant(arguments[1]) || terms.kind(arguments[1]) == Kind::BvNeg {
        let b = terms.bv_neg(arguments[1]);
        return Some(terms.eq(a, b));
    }
    None
}

/// match: (= (bvnot a) k); result: (= a (bvnot k)); match: (= (bvnot a) (bvnot b)); result: (= a b); match: (= a (bvnot a));
/// result: false
fn eq_complement(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, b] = *arguments else { return None };
    if terms.as_unary(a, Kind::BvNot) == Some(b) || terms.as_unary(b, Kind::BvNot) == Some(a) {
        return Some(terms.false_());
    }
    let inner = terms.as_unary(a, Kind::BvNot)?;
    if terms.is_constant(b) || terms.kind(b) == Kind::BvNot {
        let other = terms.bv_not(b);
        return Some(terms.eq(inner, other));
    }
    None
}

/// match: (= (bvxor a b) 0); result: (= a b); match: (= (bvxor a k1) k2); result: (= a (bvxor k1 k2))
fn eq_xor(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, b) = terms.as_binary(arguments[0], Kind::BvXor)?;
    if terms.is_zero(arguments[1]) {
        return Some(terms.eq(a, b));
    }
    if terms.is_constant(b) && terms.is_constant(arguments[1]) {
        let constant = terms.bv_xor(b, arguments[1]);
        return Some(terms.eq(a, constant));
    }
    None
}

/// The inverse of an odd number modulo 2^width, by Newton's iteration.
fn inverse(value: &BitVecValue) -> BitVecValue {
    let two = BitVecValue::new(value.width(), 2);
    let mut inverse = value.clone();
    // value * value = 1 modulo 8; each step doubles the number of right bits.
    let mut right = 3;
    while right < value.width() {
        inverse = inverse.mul(&two.sub(&value.mul(&inverse)));
        right *= 2;
    }
    inverse
}

/// match: (= (bvmul a k1) k2), k1 odd; result: (= a k2/k1)
fn eq_odd_product(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, factor) = terms.as_binary(arguments[0], Kind::BvMul)?;
    let factor = terms.as_bitvec(factor)?;
    let product = terms.as_bitvec(arguments[1])?;
    if !factor.bit(0) {
        return None;
    }
    let quotient = terms.bv_value(product.mul(&inverse(&factor)));
    Some(terms.eq(a, quotient))
}

/// match: (= (+ a k1) k2) of integers; result: (= a k2-k1)
fn eq_int_sum_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, k1) = terms.as_binary(arguments[0], Kind::IntAdd)?;
    let difference = terms.as_int(arguments[1])? - terms.as_int(k1)?;
    let difference = terms.int(difference);
    Some(terms.eq(a, difference))
}
