//! Examples of the rules of arrays.

use super::{BYTES, Example, byte, bytes, constant_sum};

#[rustfmt::skip]
pub(super) const EXAMPLES: &[Example] = &[
    ("select_const_array", |t| { let d = byte(t); let a = t.const_array(BYTES, d); let i = byte(t); t.select(a, i) }),
    ("select_store", |t| { let a = bytes(t); let i = byte(t); let v = byte(t); let s = t.store(a, i, v); t.select(s, i) }),
    ("select_store", |t| { let a = bytes(t); let i = t.bv(8, 3); let j = t.bv(8, 4); let v = byte(t); let s = t.store(a, i, v); t.select(s, j) }),
    ("select_store", |t| { let a = bytes(t); let x = byte(t); let i = constant_sum(t, x, 1); let v = byte(t); let s = t.store(a, i, v); let j = constant_sum(t, x, 2); t.select(s, j) }),
    ("store_read_back", |t| { let a = bytes(t); let i = byte(t); let v = t.select(a, i); t.store(a, i, v) }),
    ("store_default", |t| { let d = byte(t); let a = t.const_array(BYTES, d); let i = byte(t); t.store(a, i, d) }),
    ("store_overwritten", |t| { let x = byte(t); let y = byte(t);let a = bytes(t); let i = byte(t); let s = t.store(a, i, x); t.store(s, i, y) }),
    ("store_overwritten", |t| { let x = byte(t); let y = byte(t);let a = bytes(t); let i = byte(t); let j = constant_sum(t, i, 1); let s = t.store(a, i, x); let s = t.store(s, j, x); t.store(s, i, y) }),
];
