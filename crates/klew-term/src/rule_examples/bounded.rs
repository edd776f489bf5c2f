//! Examples of what bounds decide: one at least for each operator that has bounds.

use super::{Example, byte, nibble};
use crate::arena::Terms;
use crate::kind::TermId;

type Unary = fn(&mut Terms, TermId) -> TermId;
type Binary = fn(&mut Terms, TermId, TermId) -> TermId;

/// `x & 15 | 3`: from 3 to 15.
fn small(t: &mut Terms) -> TermId {
    let x = byte(t);
    let (mask, low) = (t.bv(8, 15), t.bv(8, 3));
    let masked = t.bv_and(x, mask);
    t.bv_or(masked, low)
}

/// `x % 11`: from 0 to 10.
fn remainder(t: &mut Terms) -> TermId {
    let (x, eleven) = (byte(t), t.bv(8, 11));
    t.bv_urem(x, eleven)
}

/// A sign-extended nibble: from -8 to 7.
fn around_zero(t: &mut Terms) -> TermId {
    let x = nibble(t);
    t.bv_sign_extend(x, 8)
}

/// A number of two decimal digits with a sign: `(ite p (bvneg n) n)`.
fn signed_number(t: &mut Terms) -> TermId {
    let (tens, ones, ten) = (nibble(t), nibble(t), t.bv(16, 10));
    let (tens, ones) = (t.bv_zero_extend(tens, 16), t.bv_zero_extend(ones, 16));
    let tens = t.bv_mul(tens, ten);
    let number = t.bv_add(tens, ones);
    let (sign, negative) = (t.symbol("p", crate::Sort::Bool), t.bv_neg(number));
    t.ite(sign, negative, number)
}

/// An operator's result compared with constants on both sides.
fn between(t: &mut Terms, low: u64, term: TermId, high: u64) -> TermId {
    let (low, high) = (t.bv(8, low), t.bv(8, high));
    let (below, above) = (t.bv_ult(term, low), t.bv_ult(high, term));
    t.or(below, above)
}

/// The same of signed numbers.
fn signed_between(t: &mut Terms, low: i64, term: TermId, high: i64) -> TermId {
    let (low, high) = (t.bv(8, low as u64), t.bv(8, high as u64));
    let (below, above) = (t.bv_slt(term, low), t.bv_slt(high, term));
    t.or(below, above)
}

fn unary(t: &mut Terms, f: Unary, low: u64, high: u64) -> TermId {
    let x = small(t);
    let term = f(t, x);
    between(t, low, term, high)
}

fn binary(t: &mut Terms, f: Binary, low: u64, high: u64) -> TermId {
    let (x, y) = (small(t), small(t));
    let term = f(t, x, y);
    between(t, low, term, high)
}

fn signed_binary(t: &mut Terms, f: Binary, low: i64, high: i64) -> TermId {
    let (x, y) = (around_zero(t), small(t));
    let term = f(t, x, y);
    signed_between(t, low, term, high)
}

#[rustfmt::skip]
pub(super) const EXAMPLES: &[Example] = &[
    ("choice_decided_by_bounds", |t| { let x = signed_number(t); let k = t.bv(16, 42); t.eq(x, k) }),
    ("choice_decided_by_bounds", |t| { let x = signed_number(t); let k = t.bv(16, 42); t.bv_slt(k, x) }),
    ("choice_decided_by_bounds", |t| { let x = signed_number(t); let k = t.bv(16, 0xff00); t.bv_ult(x, k) }),
    ("choice_decided_by_bounds", |t| { let x = signed_number(t); let x = t.bv_extract(x, 11, 0); let k = t.bv(12, 42); t.eq(x, k) }),
    ("slt_of_bounded", |t| { let x = remainder(t); let y = t.bv(8, 7); t.bv_slt(x, y) }),
    ("slt_of_bounded", |t| { let (x, y) = (remainder(t), remainder(t)); let x = t.bv_not(x); let y = t.bv_not(y); let k = t.bv(8, 3); let y = t.bv_mul(y, k); t.bv_slt(x, y) }),
    ("slice_of_all", |t| { let x = remainder(t); let k = t.bv(8, 7); let x = t.bv_mul(x, k); let x = t.bv_extract(x, 6, 0); let k = t.bv(7, 42); t.eq(x, k) }),
    ("slice_of_all", |t| { let x = remainder(t); let k = t.bv(8, 7); let x = t.bv_mul(x, k); let x = t.bv_extract(x, 6, 0); let k = t.bv(7, 42); t.bv_ult(x, k) }),
    ("slice_of_all", |t| { let x = remainder(t); let k = t.bv(8, 7); let x = t.bv_mul(x, k); let x = t.bv_extract(x, 6, 0); let k = t.bv(7, 42); t.bv_ult(k, x) }),
    ("decided_by_bounds", |t| binary(t, Terms::bv_add, 6, 30)),
    ("decided_by_bounds", |t| binary(t, Terms::bv_mul, 9, 225)),
    ("decided_by_bounds", |t| binary(t, Terms::bv_udiv, 0, 5)),
    ("decided_by_bounds", |t| binary(t, Terms::bv_urem, 0, 14)),
    ("decided_by_bounds", |t| binary(t, Terms::bv_and, 3, 15)),
    ("decided_by_bounds", |t| binary(t, Terms::bv_or, 3, 15)),
    ("decided_by_bounds", |t| binary(t, Terms::bv_xor, 0, 12)),
    ("decided_by_bounds", |t| binary(t, Terms::bv_lshr, 0, 1)),
    ("decided_by_bounds", |t| binary(t, Terms::bv_shl, 0, 248)),
    ("decided_by_bounds", |t| unary(t, |t, x| { let k = t.bv(8, 4); t.bv_shl(x, k) }, 48, 240)),
    ("decided_by_bounds", |t| { let x = remainder(t); let k = t.bv(8, 9); let x = t.bv_mul(x, k); let k = t.bv(8, 4); let x = t.bv_lshr(x, k); between(t, 0, x, 5) }),
    ("decided_by_bounds", |t| unary(t, Terms::bv_not, 240, 252)),
    ("decided_by_bounds", |t| unary(t, Terms::bv_neg, 241, 253)),
    ("decided_by_bounds", |t| signed_binary(t, Terms::bv_add, -5, 22)),
    ("decided_by_bounds", |t| signed_binary(t, Terms::bv_mul, -120, 105)),
    ("decided_by_bounds", |t| signed_binary(t, Terms::bv_sdiv, -2, 2)),
    ("decided_by_bounds", |t| signed_binary(t, Terms::bv_srem, -8, 7)),
    ("decided_by_bounds", |t| signed_binary(t, Terms::bv_ashr, -1, 0)),
    ("decided_by_bounds", |t| { let (x, y) = (around_zero(t), small(t)); let p = t.symbol("p", crate::Sort::Bool); let x = t.ite(p, x, y); signed_between(t, -8, x, 15) }),
    ("decided_by_bounds", |t| { let (x, y) = (around_zero(t), small(t)); let k = t.bv(8, 16); let y = t.bv_or(y, k); t.eq(x, y) }),
    ("decided_by_bounds", |t| { let (x, y) = (remainder(t), small(t)); t.bv_sadd_overflow(x, y) }),
    ("decided_by_bounds", |t| { let (x, y) = (remainder(t), small(t)); t.bv_uadd_overflow(x, y) }),
    ("decided_by_bounds", |t| { let (x, y) = (around_zero(t), remainder(t)); t.bv_ssub_overflow(x, y) }),
    ("decided_by_bounds", |t| { let (x, y) = (around_zero(t), small(t)); t.bv_smul_overflow(x, y) }),
    ("decided_by_bounds", |t| { let (x, y) = (remainder(t), small(t)); t.bv_umul_overflow(x, y) }),
    ("decided_by_bounds", |t| { let x = small(t); let x = t.bv_not(x); let y = small(t); let k = t.bv(8, 16); let y = t.bv_or(y, k); t.bv_uadd_overflow(x, y) }),
    ("decided_by_bounds", |t| { let (x, y) = (small(t), small(t)); let x = t.bv_concat(x, y); let k = t.bv(16, 0xf10); t.bv_ult(k, x) }),
    ("decided_by_bounds", |t| { let (x, y) = (small(t), small(t)); let x = t.bv_add(x, y); let x = t.bv_extract(x, 6, 0); let k = t.bv(7, 31); t.bv_ult(k, x) }),
];
