//! Rules of concatenation, extraction and extension.
//!
//! Normal form: concatenations lean right; zeros on top are a zero extension, copies of the sign on top a sign
//! extension. Invariant: whatever an extraction does to a term, concatenating the slices undoes.

use super::ite::lift_ite_over_constants;
use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::kind::{Kind, TermId};

pub(super) const CONCAT: &[NamedRule] = rules![
    lift_ite_over_constants,
    concat_right,
    concat_zero_high,
    concat_zero_extend,
    concat_sign_extend,
    concat_sign_copy,
    concat_shift,
    concat_shift_high,
    concat_merge_head,
    concat_merge
];
pub(super) const EXTRACT: &[NamedRule] = rules![
    lift_ite_over_constants,
    extract_all,
    extract_extract,
    extract_concat,
    extract_zero_extend,
    extract_sign_extend,
    extract_not,
    extract_shl,
    extract_disjoint_sum,
    extract_low_arithmetic
];
pub(super) const ZERO_EXTEND: &[NamedRule] =
    rules![extend_none, lift_ite_over_constants, zero_extend_zero_extend];
pub(super) const SIGN_EXTEND: &[NamedRule] = rules![
    extend_none,
    lift_ite_over_constants,
    sign_extend_sign_extend,
    sign_extend_of_nonnegative,
    sign_extend_concat_constant
];

/// match: (concat (concat a b) c); result: (concat a (concat b c))
fn concat_right(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, b) = terms.as_binary(arguments[0], Kind::BvConcat)?;
    let low = terms.bv_concat(b, arguments[1]);
    Some(terms.bv_concat(a, low))
}

/// match: (concat 0 a); result: (zext a); match: (concat k a), k with leading zeros; result: (zext (concat k' a))
fn concat_zero_high(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [high, low] = *arguments else { return None };
    let value = terms.as_bitvec(high)?;
    let used = value.significant_bits();
    if used == value.width() {
        return None;
    }
    let width = value.width() + terms.width(low);
    if used == 0 {
        return Some(terms.bv_zero_extend(low, width));
    }
    let high = terms.bv_value(value.extract(used - 1, 0));
    let joined = terms.bv_concat(high, low);
    Some(terms.bv_zero_extend(joined, width))
}

/// match: (concat (zext a) b); result: (zext (concat a b))
fn concat_zero_extend(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms.as_zero_extend(arguments[0])?;
    let width = terms.width(arguments[0]) + terms.width(arguments[1]);
    let joined = terms.bv_concat(a, arguments[1]);
    Some(terms.bv_zero_extend(joined, width))
}

/// match: (concat (sext a) b); result: (sext (concat a b))
fn concat_sign_extend(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms.as_sign_extend(arguments[0])?;
    let width = terms.width(arguments[0]) + terms.width(arguments[1]);
    let joined = terms.bv_concat(a, arguments[1]);
    Some(terms.bv_sign_extend(joined, width))
}

/// match: (concat s a), s one bit equal to a's top bit; result: (sext a)
fn concat_sign_copy(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [sign, a] = *arguments else { return None };
    if terms.width(sign) != 1 || terms.is_constant(sign) {
        return None;
    }
    let width = terms.width(a);
    let top = terms.bv_extract(a, width - 1, width - 1);
    (top == sign).then(|| terms.bv_sign_extend(a, width + 1))
}

/// match: (concat (extract a w-k-1 0) 0), k zeros below, w the width of a; result: (bvshl a k)
fn concat_shift(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, _, low) = terms.as_extract(arguments[0])?;
    let zeros = terms.width(arguments[1]);
    if low != 0
        || !terms.is_zero(arguments[1])
        || terms.width(arguments[0]) + zeros != terms.width(a)
    {
        return None;
    }
    let amount = terms.bv(terms.width(a), zeros.into());
    Some(terms.bv_shl(a, amount))
}

/// A left shift by a constant as the slice that stays and the number of zeros.
fn shifted_slice(terms: &mut Terms, term: TermId) -> Option<(TermId, u32)> {
    let (a, amount) = terms.as_binary(term, Kind::BvShl)?;
    let width = terms.width(a);
    let amount =
        u32::try_from(terms.as_bitvec(amount)?.to_u64()?).ok().filter(|&n| n > 0 && n < width)?;
    Some((terms.bv_extract(a, width - amount - 1, 0), amount))
}

/// match: (concat (bvshl a k) b); result: (concat (extract a) (concat 0 b))
fn concat_shift_high(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (slice, zeros) = shifted_slice(terms, arguments[0])?;
    let zeros = terms.zero(zeros);
    let low = terms.bv_concat(zeros, arguments[1]);
    Some(terms.bv_concat(slice, low))
}

/// match: (concat a (concat b c)), (concat a (zext c)), (concat a (bvshl b k)) where a and b (or the zeros) join; result: (concat ab c)
fn concat_merge_head(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [a, low] = *arguments else { return None };
    let (b, c) = if let Some(parts) = terms.as_binary(low, Kind::BvConcat) {
        parts
    } else if let Some(c) = terms.as_zero_extend(low) {
        (terms.zero(terms.width(low) - terms.width(c)), c)
    } else {
        let (b, zeros) = shifted_slice(terms, low)?;
        (b, terms.zero(zeros))
    };
    let joined = join(terms, a, b)?;
    Some(terms.bv_concat(joined, c))
}

/// match: (concat a b) where both are slices of one term; result: the slice
fn concat_merge(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    join(terms, arguments[0], arguments[1])
}

/// One term for two adjacent pieces: two constants, two choices by one condition, two complements, or two
/// slices of one term (where one of them may have been simplified).
fn join(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    if terms.is_constant(a) && terms.is_constant(b) {
        return Some(terms.bv_concat(a, b));
    }
    if let (Some(x), Some(y)) = (terms.as_unary(a, Kind::BvNot), terms.as_unary(b, Kind::BvNot)) {
        let joined = terms.bv_concat(x, y);
        return Some(terms.bv_not(joined));
    }
    if let Some((source, high, low)) = terms.as_extract(a) {
        let width = terms.width(b);
        if low >= width && terms.bv_extract(source, low - 1, low - width) == b {
            return Some(terms.bv_extract(source, high, low - width));
        }
    }
    if let Some((source, high, low)) = terms.as_extract(b) {
        let width = terms.width(a);
        if high + width < terms.width(source)
            && terms.bv_extract(source, high + width, high + 1) == a
        {
            return Some(terms.bv_extract(source, high + width, low));
        }
    }
    lift_ite_over_constants(terms, Kind::BvConcat, &[a, b])
}

fn bounds(kind: Kind) -> Option<(u32, u32)> {
    match kind {
        Kind::BvExtract { high, low } => Some((high, low)),
        _ => None,
    }
}

/// match: (extract a w-1 0), w the width of a; result: a
fn extract_all(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    (bounds(kind)? == (terms.width(arguments[0]) - 1, 0)).then_some(arguments[0])
}

/// match: (extract (extract a h l) i j); result: (extract a i+l j+l)
fn extract_extract(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (high, low) = bounds(kind)?;
    let (a, _, offset) = terms.as_extract(arguments[0])?;
    Some(terms.bv_extract(a, high + offset, low + offset))
}

/// match: (extract (concat a b)); result: a slice of a, of b, or the concatenation of both
fn extract_concat(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (high, low) = bounds(kind)?;
    let (a, b) = terms.as_binary(arguments[0], Kind::BvConcat)?;
    let split = terms.width(b);
    if high < split {
        return Some(terms.bv_extract(b, high, low));
    }
    if low >= split {
        return Some(terms.bv_extract(a, high - split, low - split));
    }
    let upper = terms.bv_extract(a, high - split, 0);
    let lower = terms.bv_extract(b, split - 1, low);
    Some(terms.bv_concat(upper, lower))
}

/// match: (extract (zext a)); result: a slice of a, 0, or (zext (extract a))
fn extract_zero_extend(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (high, low) = bounds(kind)?;
    let a = terms.as_zero_extend(arguments[0])?;
    let inner = terms.width(a);
    if low >= inner {
        return Some(terms.zero(high - low + 1));
    }
    let slice = terms.bv_extract(a, high.min(inner - 1), low);
    Some(terms.bv_zero_extend(slice, high - low + 1))
}

/// match: (extract (sext a)); result: a slice of a, or (sext (extract a))
fn extract_sign_extend(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (high, low) = bounds(kind)?;
    let a = terms.as_sign_extend(arguments[0])?;
    let top = terms.width(a) - 1;
    let slice = terms.bv_extract(a, high.min(top), low.min(top));
    Some(terms.bv_sign_extend(slice, high - low + 1))
}

/// match: (extract (bvnot a)); result: (bvnot (extract a))
fn extract_not(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms.as_unary(arguments[0], Kind::BvNot)?;
    let slice = terms.apply(kind, &[a]);
    Some(terms.bv_not(slice))
}

/// match: (extract (bvshl a k)); result: a slice of a, 0, or a slice of a above zeros
fn extract_shl(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (high, low) = bounds(kind)?;
    let (a, amount) = terms.as_binary(arguments[0], Kind::BvShl)?;
    let amount = u32::try_from(terms.as_bitvec(amount)?.to_u64()?).ok()?;
    if high < amount {
        return Some(terms.zero(high - low + 1));
    }
    if low >= amount {
        return Some(terms.bv_extract(a, high - amount, low - amount));
    }
    let upper = terms.bv_extract(a, high - amount, 0);
    let zeros = terms.zero(amount - low);
    Some(terms.bv_concat(upper, zeros))
}

/// match: (extract (bvadd a b)), no bit of which both may be 1, neither constant; result: (bvor (extract a) (extract b))
///
/// So are bytes of input joined to a word, of which the program then takes bits: `hold += byte << bits`. Sums alone stay sums,
/// as differences of them cancel.
fn extract_disjoint_sum(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, b) = terms.as_binary(arguments[0], Kind::BvAdd)?;
    if terms.is_constant(a) || terms.is_constant(b) {
        return None;
    }
    let (left, right) = (terms.bounds(a)?, terms.bounds(b)?);
    if !left.has_no_bit_of(&right) {
        return None;
    }
    let (a, b) = (terms.apply(kind, &[a]), terms.apply(kind, &[b]));
    Some(terms.bv_or(a, b))
}

/// match: (extract (f a b) h 0), f one of bvadd, bvmul, bvneg, each argument a constant or extended from at most h+1
/// bits; result: (f (extract a) (extract b))
fn extract_low_arithmetic(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (high, low) = bounds(kind)?;
    let operator = terms.kind(arguments[0]);
    if low != 0 || !matches!(operator, Kind::BvAdd | Kind::BvMul | Kind::BvNeg) {
        return None;
    }
    let inner: smallvec::SmallVec<[TermId; 3]> =
        smallvec::SmallVec::from_slice(terms.arguments(arguments[0]));
    for &argument in &inner {
        let extended = terms.as_zero_extend(argument).or_else(|| terms.as_sign_extend(argument));
        if !terms.is_constant(argument) && extended.is_none_or(|a| terms.width(a) > high + 1) {
            return None;
        }
    }
    let low: smallvec::SmallVec<[TermId; 3]> =
        inner.iter().map(|&a| terms.bv_extract(a, high, 0)).collect();
    Some(terms.apply(operator, &low))
}

/// match: (zext a), (sext a) to a's own width; result: a
fn extend_none(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (Kind::BvZeroExtend(width) | Kind::BvSignExtend(width)) = kind else { return None };
    (terms.width(arguments[0]) == width).then_some(arguments[0])
}

/// match: (zext (zext a)); result: (zext a)
fn zero_extend_zero_extend(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms.as_zero_extend(arguments[0])?;
    Some(terms.apply(kind, &[a]))
}

/// match: (sext (sext a)); result: (sext a)
fn sign_extend_sign_extend(terms: &mut Terms, kind: Kind, arguments: &[TermId]) -> Option<TermId> {
    let a = terms.as_sign_extend(arguments[0])?;
    Some(terms.apply(kind, &[a]))
}

/// match: (sext a), a's top bit 0; result: (zext a)
fn sign_extend_of_nonnegative(
    terms: &mut Terms,
    kind: Kind,
    arguments: &[TermId],
) -> Option<TermId> {
    let Kind::BvSignExtend(width) = kind else { return None };
    (terms.high_zeros(arguments[0]) > 0).then(|| terms.bv_zero_extend(arguments[0], width))
}

/// match: (sext (concat k a)); result: (concat (sext k) a)
fn sign_extend_concat_constant(
    terms: &mut Terms,
    kind: Kind,
    arguments: &[TermId],
) -> Option<TermId> {
    let Kind::BvSignExtend(width) = kind else { return None };
    let (constant, a) = terms.as_binary(arguments[0], Kind::BvConcat)?;
    if !terms.is_constant(constant) {
        return None;
    }
    let high = terms.bv_sign_extend(constant, width - terms.width(a));
    Some(terms.bv_concat(high, a))
}
