//! Rules of shifts. A right shift by a constant is an extended slice; a left shift is a scaled sum.

use super::ite::lift_ite_over_constants;
use super::linear::{build, collect};
use super::{NamedRule, rules};
use crate::arena::Terms;
use crate::bitvec_value::BitVecValue;
use crate::kind::{Kind, TermId};

pub(super) const SHL: &[NamedRule] = rules![lift_ite_over_constants, shift_of_zero, shl_constant];
pub(super) const LSHR: &[NamedRule] = rules![lift_ite_over_constants, shift_of_zero, lshr_constant];
pub(super) const ASHR: &[NamedRule] =
    rules![lift_ite_over_constants, shift_of_zero, ashr_of_ones, ashr_constant];

/// The amount of a constant shift, at most the width.
fn amount(terms: &Terms, term: TermId) -> Option<u32> {
    let value = terms.as_bitvec(term)?;
    let width = value.width();
    Some(value.to_u64().map_or(width, |n| n.min(width.into()) as u32))
}

/// match: (bvshl 0 a), (bvlshr 0 a), (bvashr 0 a); result: 0
fn shift_of_zero(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.is_zero(arguments[0]).then_some(arguments[0])
}

/// match: (bvashr ones a); result: ones
fn ashr_of_ones(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    terms.is_ones(arguments[0]).then_some(arguments[0])
}

/// match: (bvshl a k); result: the linear combination scaled by 2^k
fn shl_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let width = terms.width(arguments[0]);
    let factor = BitVecValue::power_of_two(width, amount(terms, arguments[1])?);
    let linear = collect(terms, &[(arguments[0], factor)])?;
    Some(build(terms, linear))
}

/// match: (bvlshr a k); result: (zext (extract a high k))
fn lshr_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let width = terms.width(arguments[0]);
    let amount = amount(terms, arguments[1])?;
    if amount == width {
        return Some(terms.zero(width));
    }
    let high = terms.bv_extract(arguments[0], width - 1, amount);
    Some(terms.bv_zero_extend(high, width))
}

/// match: (bvashr a k); result: (sext (extract a high k))
fn ashr_constant(terms: &mut Terms, _: Kind, arguments: &[TermId]) -> Option<TermId> {
    let width = terms.width(arguments[0]);
    let amount = amount(terms, arguments[1])?.min(width - 1);
    let high = terms.bv_extract(arguments[0], width - 1, amount);
    Some(terms.bv_sign_extend(high, width))
}
