//! Rules of equality on slices: comparisons become as narrow as possible.

use crate::arena::Terms;
use crate::kind::{Kind, TermId};

/// match: (= (bvshl a k1) k2); result: (= (extract a) (extract k2)), or false when k2 has low ones
pub(super) fn eq_shl_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, amount) = terms.as_binary(arguments[0], Kind::BvShl)?;
    let value = terms.as_bitvec(arguments[1])?;
    let width = value.width();
    let amount =
        u32::try_from(terms.as_bitvec(amount)?.to_u64()?).ok().filter(|&amount| amount < width)?;
    if value.trailing_zeros() < amount {
        return Some(terms.false_());
    }
    let low = terms.bv_extract(a, width - amount - 1, 0);
    let high = terms.bv_value(value.extract(width - 1, amount));
    Some(terms.eq(low, high))
}

/// match: (= (zext a) k); result: (= a k), or false when k is too large; match: (= (zext a) (zext b));
/// result: (= a b) at the larger width
pub(super) fn eq_zero_extend(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [extended, other] = *arguments else { return None };
    let a = terms.as_zero_extend(extended)?;
    if let Some(value) = terms.as_bitvec(other) {
        if value.significant_bits() > terms.width(a) {
            return Some(terms.false_());
        }
        let low = terms.bv_value(value.extract(terms.width(a) - 1, 0));
        return Some(terms.eq(a, low));
    }
    let b = terms.as_zero_extend(other)?;
    let width = terms.width(a).max(terms.width(b));
    let a = terms.bv_zero_extend(a, width);
    let b = terms.bv_zero_extend(b, width);
    Some(terms.eq(a, b))
}

/// match: (= (sext a) k); result: (= a k), or false when k is no sign extension; match: (= (sext a) (sext b));
/// result: (= a b) at the larger width
pub(super) fn eq_sign_extend(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let [extended, other] = *arguments else { return None };
    let a = terms.as_sign_extend(extended)?;
    if let Some(value) = terms.as_bitvec(other) {
        let low = value.extract(terms.width(a) - 1, 0);
        if low.sign_extend(value.width()) != value {
            return Some(terms.false_());
        }
        let low = terms.bv_value(low);
        return Some(terms.eq(a, low));
    }
    let b = terms.as_sign_extend(other)?;
    let width = terms.width(a).max(terms.width(b));
    let a = terms.bv_sign_extend(a, width);
    let b = terms.bv_sign_extend(b, width);
    Some(terms.eq(a, b))
}

/// match: (= (concat a b) k); result: (and (= a k_high) (= b k_low))
pub(super) fn eq_concat_constant(
    terms: &mut Terms,
    _: Kind,
    arguments: &[TermId],
) -> Option<TermId> {
    let (a, b) = terms.as_binary(arguments[0], Kind::BvConcat)?;
    let value = terms.as_bitvec(arguments[1])?;
    let split = terms.width(b);
    let high = terms.bv_value(value.extract(value.width() - 1, split));
    let low = terms.bv_value(value.extract(split - 1, 0));
    let high = terms.eq(a, high);
    let low = terms.eq(b, low);
    Some(terms.and(high, low))
}

/// match: (= (concat a b) (concat c d)), b and d of one width; result: (and (= a c) (= b d))
pub(super) fn eq_concat(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let (a, b) = terms.as_binary(arguments[0], Kind::BvConcat)?;
    let (c, d) = terms.as_binary(arguments[1], Kind::BvConcat)?;
    if terms.width(b) != terms.width(d) {
        return None;
    }
    let high = terms.eq(a, c);
    let low = terms.eq(b, d);
    Some(terms.and(high, low))
}
