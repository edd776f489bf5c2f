//! Rules of the bitwise operators.

use super::choices::{bitwise_choice, choices_of_two_values, merge_choices};
use super::ite::lift_ite_over_constants;
use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, TermId};

pub(super) const AND: &[NamedRule] = rules![
    lift_ite_over_constants,
    bitwise_same,
    bitand_constant,
    bitwise_nested_constant,
    bitand_complement,
    bitwise_absorb,
    bitwise_mask_runs,
    bitand_zero_extend,
    choices_of_two_values,
    bitwise_choice,
    merge_choices
];
pub(super) const OR: &[NamedRule] = rules![
    lift_ite_over_constants,
    bitwise_same,
    bitor_constant,
    bitwise_nested_constant,
    bitor_complement,
    bitwise_absorb,
    bitwise_mask_runs,
    bitor_disjoint,
    bitor_disjoint_concat,
    choices_of_two_values,
    bitwise_choice,
    merge_choices
];
pub(super) const XOR: &[NamedRule] = rules![
    lift_ite_over_constants,
    bitxor_same,
    bitxor_constant,
    bitwise_nested_constant,
    bitxor_complement,
    bitxor_cancel,
    bitxor_not,
    bitor_disjoint,
    bitor_disjoint_concat,
    choices_of_two_values,
    bitwise_choice,
    merge_choices
];
pub(super) const NOT: &[NamedRule] = rules![
    lift_ite_over_constants,
    bitnot_bitnot,
    bitnot_of_decrement,
    bitnot_sign_extend,
    bitnot_pieces
];

/// Constants with at most this many runs of equal bits become slices.
const MAX_RUNS: usize = 5;

/// match: (bvand a a), (bvor a a); result: a
fn bitwise_same(_: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    (arguments[0] == arguments[1]).then_some(arguments[0])
}

/// match: (bvand a 0); result: 0; match: (bvand a ones); result: a
fn bitand_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    if terms.is_zero(arguments[1]) {
        return Some(arguments[1]);
    }
    terms.is_ones(arguments[1]).then_some(arguments[0])
}

/// match: (bvor a 0); result: a; match: (bvor a ones); result: ones
fn bitor_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    if terms.is_zero(arguments[1]) {
        return Some(arguments[0]);
    }
    terms.is_ones(arguments[1]).then_some(arguments[1])
}

/// match: (bvxor a 0); result: a; match: (bvxor a ones); result: (bvnot a)
fn bitxor_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    if terms.is_zero(arguments[1]) {
        return Some(arguments[0]);
    }
    terms.is_ones(arguments[1]).then(|| terms.bv_not(arguments[0]))
}

/// match: (f (f a k1) k2), f one of bvand, bvor, bvxor; result: (f a (f k1 k2))
fn bitwise_nested_constant(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    if !terms.is_constant(arguments[1]) {
        return None;
    }
    let (a, inner) = terms.as_binary(arguments[0], kind)?;
    if !terms.is_constant(inner) {
        return None;
    }
    let constant = terms.apply(kind, &[inner, arguments[1]]);
    Some(terms.apply(kind, &[a, constant]))
}

fn bitwise_complementary(terms: &Terms, a: TermId, b: TermId) -> bool {
    terms.as_unary(a, Kind::BvNot) == Some(b) || terms.as_unary(b, Kind::BvNot) == Some(a)
}

/// match: (bvand a (bvnot a)); result: 0
fn bitand_complement(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    bitwise_complementary(terms, arguments[0], arguments[1])
        .then(|| terms.zero(terms.width(arguments[0])))
}

/// match: (bvor a (bvnot a)); result: ones
fn bitor_complement(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    bitwise_complementary(terms, arguments[0], arguments[1])
        .then(|| terms.ones(terms.width(arguments[0])))
}

/// match: (bvxor a (bvnot a)); result: ones
fn bitxor_complement(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    bitor_complement(terms, kind, arguments)
}

/// match: (bvand a (bvand a b)); result: (bvand a b); match: (bvand a (bvor a b)); result: a; and dually
fn bitwise_absorb(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let dual = if kind == Kind::BvAnd { Kind::BvOr } else { Kind::BvAnd };
    for (a, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        if terms.as_binary(other, kind).is_some_and(|(x, y)| a == x || a == y) {
            return Some(other);
        }
        if terms.as_binary(other, dual).is_some_and(|(x, y)| a == x || a == y) {
            return Some(a);
        }
    }
    None
}

/// Runs of equal bits of a constant, lowest first: bit, low end, high end; `None` if there are too many.
fn runs(value: &BitVecValue) -> Option<Vec<(bool, u32, u32)>> {
    let mut runs: Vec<(bool, u32, u32)> = Vec::new();
    for index in 0..value.width() {
        let full = runs.len() == MAX_RUNS;
        match runs.last_mut() {
            Some((bit, _, high)) if *bit == value.bit(index) => *high = index,
            _ if full => return None,
            _ => runs.push((value.bit(index), index, index)),
        }
    }
    Some(runs)
}

/// match: (bvand a k), (bvor a k), k of few runs of bits; result: concatenation of slices of a and constants
fn bitwise_mask_runs(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let mask = terms.as_bitvec(arguments[1])?;
    let kept = kind == Kind::BvAnd;
    let mut result: Option<TermId> = None;
    for (bit, low, high) in runs(&mask)? {
        let piece = if bit == kept {
            terms.bv_extract(arguments[0], high, low)
        } else if kept {
            terms.zero(high - low + 1)
        } else {
            terms.ones(high - low + 1)
        };
        result = Some(result.map_or(piece, |below| terms.bv_concat(piece, below)));
    }
    result
}

/// match: (bvand (zext a) b); result: (zext (bvand a (extract b)))
fn bitand_zero_extend(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let width = terms.width(arguments[0]);
    for (extended, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        if let Some(a) = terms.as_zero_extend(extended) {
            let low = terms.bv_extract(other, terms.width(a) - 1, 0);
            let both = terms.bv_and(a, low);
            return Some(terms.bv_zero_extend(both, width));
        }
    }
    None
}

/// match: (bvor a b), a's low bits 0 where b's may be 1, b's high bits 0; result: (concat (extract a) (extract b))
fn bitor_disjoint(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let width = terms.width(arguments[0]);
    for (a, b) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        let used = width - terms.high_zeros(b);
        if used > 0 && used < width && terms.low_zeros(a) >= used {
            let high = terms.bv_extract(a, width - 1, used);
            let low = terms.bv_extract(b, used - 1, 0);
            return Some(terms.bv_concat(high, low));
        }
    }
    None
}

/// match: (bvor (concat p q) b), (bvor (zext q) b), where b or the concatenation is 0 in a part;
/// result: (concat (bvor p (extract b)) (bvor q (extract b)))
fn bitor_disjoint_concat(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let width = terms.width(arguments[0]);
    for (a, b) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        let (p, q) = match terms.as_binary(a, Kind::BvConcat) {
            Some(parts) => parts,
            None => {
                let Some(q) = terms.as_zero_extend(a) else { continue };
                (terms.zero(width - terms.width(q)), q)
            }
        };
        let split = terms.width(q);
        let high = terms.bv_extract(b, width - 1, split);
        let low = terms.bv_extract(b, split - 1, 0);
        let simple = [p, q, high, low].iter().any(|&part| terms.is_zero(part));
        if simple {
            let high = terms.apply(kind, &[p, high]);
            let low = terms.apply(kind, &[q, low]);
            return Some(terms.bv_concat(high, low));
        }
    }
    None
}

/// match: (bvxor a a); result: 0
fn bitxor_same(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    (arguments[0] == arguments[1]).then(|| terms.zero(terms.width(arguments[0])))
}

/// match: (bvxor a (bvxor a b)); result: b
fn bitxor_cancel(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    for (a, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        if let Some((x, y)) = terms.as_binary(other, Kind::BvXor) {
            if a == x {
                return Some(y);
            }
            if a == y {
                return Some(x);
            }
        }
    }
    None
}

/// match: (bvxor (bvnot a) b); result: (bvnot (bvxor a b))
fn bitxor_not(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    for (negated, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        if let Some(a) = terms.as_unary(negated, Kind::BvNot) {
            let xor = terms.bv_xor(a, other);
            return Some(terms.bv_not(xor));
        }
    }
    None
}

/// match: (bvnot (bvnot a)); result: a
fn bitnot_bitnot(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.as_unary(arguments[0], Kind::BvNot)
}

/// match: (bvnot (bvadd a ones)); result: (bvneg a)
fn bitnot_of_decrement(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, constant) = terms.as_binary(arguments[0], Kind::BvAdd)?;
    terms.is_ones(constant).then(|| terms.bv_neg(a))
}

/// match: (bvnot (sext a)); result: (sext (bvnot a))
fn bitnot_sign_extend(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms.as_sign_extend(arguments[0])?;
    let negated = terms.bv_not(a);
    Some(terms.bv_sign_extend(negated, terms.width(arguments[0])))
}

/// match: (bvnot (concat a b)) with a piece whose complement is no new operator; result: (concat (bvnot a) (bvnot b))
fn bitnot_pieces(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let width = terms.width(arguments[0]);
    if let Some(a) = terms.as_zero_extend(arguments[0]) {
        let high = terms.ones(width - terms.width(a));
        let low = terms.bv_not(a);
        return Some(terms.bv_concat(high, low));
    }
    let (a, b) = terms.as_binary(arguments[0], Kind::BvConcat)?;
    if !absorbs_complement(terms, a) && !absorbs_complement(terms, b) {
        return None;
    }
    let high = terms.bv_not(a);
    let low = terms.bv_not(b);
    Some(terms.bv_concat(high, low))
}

/// Whether the complement of the first piece or any later one simplifies.
fn absorbs_complement(terms: &Terms, term: TermId) -> bool {
    let mut term = term;
    loop {
        let piece = match terms.as_binary(term, Kind::BvConcat) {
            Some((head, _)) => head,
            None => term,
        };
        let constant = |t: TermId| terms.is_constant(t);
        let simple = match terms.kind(piece) {
            Kind::BvNot | Kind::BvZeroExtend(_) => true,
            Kind::Ite => constant(terms.argument(piece, 1)) && constant(terms.argument(piece, 2)),
            _ => constant(piece),
        };
        if simple {
            return true;
        }
        match terms.as_binary(term, Kind::BvConcat) {
            Some((_, rest)) => term = rest,
            None => return false,
        }
    }
}
