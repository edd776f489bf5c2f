//! Examples of the rules of choices between few values, and of numbers digit by digit.

use super::{Example, byte, choice};
use crate::arena::Terms;
use crate::kind::TermId;
use crate::sort::Sort;

/// `(ite p x k)` of bytes.
fn half_constant(t: &mut Terms, k: u64) -> TermId {
    let (p, x, k) = (t.symbol("p", Sort::Bool), byte(t), t.bv(8, k));
    t.ite(p, x, k)
}

/// A number of so many decimal digits, each the low bits of a symbol.
fn number(t: &mut Terms, width: u32, digits: u32) -> TermId {
    let (mut sum, ten) = (t.bv(width, 0), t.bv(width, 10));
    for _ in 0..digits {
        let digit = t.symbol("d", Sort::BitVec(4));
        let digit = t.bv_zero_extend(digit, width);
        let shifted = t.bv_mul(sum, ten);
        sum = t.bv_add(shifted, digit);
    }
    sum
}

#[rustfmt::skip]
pub(super) const EXAMPLES: &[Example] = &[
    ("choices_of_two_values", |t| { let (x, y) = (choice(t, 0, 1), choice(t, 1, 0)); t.bv_or(x, y) }),
    ("choices_of_two_values", |t| { let (x, y) = (choice(t, 0, 1), choice(t, 1, 0)); let z = t.bv_or(x, y); let k = t.bv(8, 0); t.ne(z, k) }),
    ("choices_of_two_values", |t| { let (x, y) = (choice(t, 4, 0), choice(t, 4, 0)); t.bv_and(x, y) }),
    ("choices_of_two_values", |t| { let (x, y) = (choice(t, 5, 9), choice(t, 9, 5)); t.bv_xor(x, y) }),
    ("choices_of_two_values", |t| { let (x, y) = (choice(t, 5, 9), choice(t, 7, 2)); t.bv_ult(x, y) }),
    ("choices_of_two_values", |t| { let (x, y) = (choice(t, 5, 200), choice(t, 7, 250)); t.bv_slt(x, y) }),
    ("bitwise_choice", |t| { let (x, y) = (byte(t), choice(t, 255, 0)); t.bv_and(x, y) }),
    ("bitwise_choice", |t| { let (x, y) = (byte(t), choice(t, 0, 255)); t.bv_or(x, y) }),
    ("bitwise_choice", |t| { let (x, y) = (byte(t), choice(t, 255, 0)); t.bv_xor(x, y) }),
    ("merge_choices", |t| { let p = t.symbol("p", Sort::Bool); let (x, y, k) = (byte(t), byte(t), t.bv(8, 0)); let (a, b) = (t.ite(p, x, k), t.ite(p, k, y)); t.bv_or(a, b) }),
    ("merge_choices", |t| { let p = t.symbol("p", Sort::Bool); let (x, y, k) = (byte(t), byte(t), t.bv(8, 9)); let (a, b) = (t.ite(p, x, k), t.ite(p, k, y)); t.bv_and(a, b) }),
    ("merge_choices", |t| { let p = t.symbol("p", Sort::Bool); let (x, k, l) = (byte(t), t.bv(8, 1), t.bv(8, 0)); let y = t.bv_not(x); let (a, b) = (t.ite(p, y, x), t.ite(p, k, l)); t.bv_add(a, b) }),
    ("less_choice", |t| { let x = half_constant(t, 7); let k = t.bv(8, 50); t.bv_ult(x, k) }),
    ("less_choice", |t| { let x = half_constant(t, 70); let k = t.bv(8, 50); t.bv_slt(k, x) }),
    ("eq_or_zero", |t| { let (x, y, k) = (byte(t), byte(t), t.bv(8, 0)); let z = t.bv_or(x, y); t.eq(z, k) }),
    ("ult_digits", |t| { let x = number(t, 16, 3); let k = t.bv(16, 427); t.bv_ult(x, k) }),
    ("ult_digits", |t| { let x = number(t, 16, 3); let k = t.bv(16, 420); t.bv_ult(x, k) }),
    ("ult_digits", |t| { let x = number(t, 16, 3); let k = t.bv(16, 16); t.bv_ult(x, k) }),
    ("ult_digits", |t| { let x = number(t, 16, 3); let k = t.bv(16, 1660); t.bv_ult(k, x) }),
    ("ult_digits", |t| { let x = number(t, 16, 2); let k = t.bv(16, 99); t.bv_ult(k, x) }),
    ("ult_digits", |t| { let x = number(t, 16, 2); let y = t.bv(16, 7); let x = t.bv_add(x, y); let k = t.bv(16, 11); t.bv_ult(x, k) }),
    ("eq_digits", |t| { let x = number(t, 16, 3); let k = t.bv(16, 427); t.eq(x, k) }),
    ("eq_digits", |t| { let x = number(t, 16, 4); let k = t.bv(16, 1234); t.eq(x, k) }),
    ("eq_digits", |t| { let x = number(t, 32, 2); let k = t.bv(32, 165); t.eq(x, k) }),
    ("eq_digits", |t| { let x = number(t, 32, 2); let y = t.bv(32, 7); let x = t.bv_add(x, y); let k = t.bv(32, 11); t.eq(x, k) }),
];
