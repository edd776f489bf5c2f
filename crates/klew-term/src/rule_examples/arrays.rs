//! Examples of the rules of arrays.

use super::{BYTES, Example, byte, bytes, constant_sum};
use crate::arena::Terms;
use crate::kind::TermId;

/// A table of bytes: squares at the first 16 indices.
fn squares(t: &mut Terms) -> TermId {
    let zero = t.bv(8, 0);
    let mut table = t.const_array(BYTES, zero);
    for number in 1..16 {
        let (index, element) = (t.bv(8, number), t.bv(8, number * number));
        table = t.store(table, index, element);
    }
    table
}

/// A read of that table at a symbol.
fn square(t: &mut Terms) -> TermId {
    let (table, index) = (squares(t), byte(t));
    t.select(table, index)
}

#[rustfmt::skip]
pub(super) const EXAMPLES: &[Example] = &[
    ("select_const_array", |t| { let d = byte(t); let a = t.const_array(BYTES, d); let i = byte(t); t.select(a, i) }),
    ("select_store", |t| { let a = bytes(t); let i = byte(t); let v = byte(t); let s = t.store(a, i, v); t.select(s, i) }),
    ("select_store", |t| { let a = bytes(t); let i = t.bv(8, 3); let j = t.bv(8, 4); let v = byte(t); let s = t.store(a, i, v); t.select(s, j) }),
    ("select_store", |t| { let a = bytes(t); let x = byte(t); let i = constant_sum(t, x, 1); let v = byte(t); let s = t.store(a, i, v); let j = constant_sum(t, x, 2); t.select(s, j) }),
    ("select_store_over_table", |t| { let a = squares(t); let i = byte(t); let v = byte(t); let s = t.store(a, i, v); let j = byte(t); t.select(s, j) }),
    ("select_store_over_table", |t| { let a = squares(t); let i = byte(t); let v = byte(t); let s = t.store(a, i, v); let k = t.bv(8, 3); let w = t.bv(8, 7); let s = t.store(s, k, w); let j = byte(t); t.select(s, j) }),
    ("predicate_of_table", |t| { let x = square(t); let k = t.bv(8, 100); t.bv_ult(x, k) }),
    ("predicate_of_table", |t| { let x = square(t); let k = t.bv(8, 49); t.eq(x, k) }),
    ("predicate_of_table", |t| { let x = square(t); let k = t.bv(8, 52); t.eq(x, k) }),
    ("predicate_of_table", |t| { let x = square(t); let x = t.bv_zero_extend(x, 32); let k = t.bv(32, 3); let x = t.bv_mul(x, k); let k = t.bv(32, 500); t.bv_slt(k, x) }),
    ("predicate_of_table", |t| { let a = squares(t); let i = byte(t); let two = t.bv(8, 2); let i = t.bv_mul(i, two); let x = t.select(a, i); let k = t.bv(8, 15); t.bv_ult(k, x) }),
    ("predicate_of_table", |t| { let a = squares(t); let i = byte(t); let low = t.bv(8, 4); let i = t.bv_or(i, low); let x = t.select(a, i); let k = t.bv(8, 16); t.bv_ult(x, k) }),
    ("store_read_back", |t| { let a = bytes(t); let i = byte(t); let v = t.select(a, i); t.store(a, i, v) }),
    ("store_default", |t| { let d = byte(t); let a = t.const_array(BYTES, d); let i = byte(t); t.store(a, i, d) }),
    ("store_overwritten", |t| { let x = byte(t); let y = byte(t);let a = bytes(t); let i = byte(t); let s = t.store(a, i, x); t.store(s, i, y) }),
    ("store_overwritten", |t| { let x = byte(t); let y = byte(t);let a = bytes(t); let i = byte(t); let j = constant_sum(t, i, 1); let s = t.store(a, i, x); let s = t.store(s, j, x); t.store(s, i, y) }),
];
