//! Integers split into bytes and joined again are the same term.

use crate::{Sort, TermId, Terms};

/// Joins the bytes of a term, from the low end or from the high end.
fn joined(terms: &mut Terms, term: TermId, from_low: bool) -> TermId {
    let count = terms.width(term) / 8;
    let bytes: Vec<TermId> = (0..count).map(|i| terms.bv_extract(term, 8 * i + 7, 8 * i)).collect();
    if from_low {
        bytes[1..].iter().fold(bytes[0], |low, &high| terms.bv_concat(high, low))
    } else {
        let mut high_first = bytes.into_iter().rev();
        let first = high_first.next().unwrap();
        high_first.fold(first, |high, low| terms.bv_concat(high, low))
    }
}

/// Joins the bytes of a term as C code does: zero extension, shift, or.
fn shifted_together(terms: &mut Terms, term: TermId) -> TermId {
    let width = terms.width(term);
    let mut result = terms.bv(width, 0);
    for i in 0..width / 8 {
        let byte = terms.bv_extract(term, 8 * i + 7, 8 * i);
        let wide = terms.bv_zero_extend(byte, width);
        let amount = terms.bv(width, (8 * i).into());
        let placed = terms.bv_shl(wide, amount);
        result = terms.bv_or(placed, result);
    }
    result
}

fn check(name: &str, build: fn(&mut Terms) -> TermId) {
    let mut terms = Terms::new();
    let term = build(&mut terms);
    let print = |terms: &Terms, t: TermId| crate::print_smtlib(terms, t);
    for from_low in [true, false] {
        let again = joined(&mut terms, term, from_low);
        assert_eq!(again, term, "{name}: {} became {}", print(&terms, term), print(&terms, again));
    }
    let again = shifted_together(&mut terms, term);
    assert_eq!(again, term, "{name}: {} became {}", print(&terms, term), print(&terms, again));
}

fn x(t: &mut Terms, width: u32) -> TermId {
    t.symbol("x", Sort::BitVec(width))
}

#[test]
#[rustfmt::skip]
fn bytes_join_to_the_same_term() {
    check("symbol", |t| x(t, 32));
    check("wide symbol", |t| x(t, 128));
    check("zero extension", |t| { let a = x(t, 16); t.bv_zero_extend(a, 32) });
    check("odd zero extension", |t| { let a = x(t, 13); t.bv_zero_extend(a, 32) });
    check("sign extension", |t| { let a = x(t, 16); t.bv_sign_extend(a, 32) });
    check("odd sign extension", |t| { let a = x(t, 13); t.bv_sign_extend(a, 64) });
    check("sum", |t| { let a = x(t, 32); let b = x(t, 32); t.bv_add(a, b) });
    check("difference", |t| { let a = x(t, 32); let b = x(t, 32); t.bv_sub(a, b) });
    check("constant sum", |t| { let a = x(t, 32); let b = t.bv(32, 77); t.bv_add(a, b) });
    check("sum of bytes", |t| {
        let a = x(t, 8); let b = x(t, 8);
        let a = t.bv_zero_extend(a, 32); let b = t.bv_sign_extend(b, 32);
        t.bv_add(a, b)
    });
    check("product", |t| { let a = x(t, 32); let b = x(t, 32); t.bv_mul(a, b) });
    check("left shift", |t| { let a = x(t, 32); let k = t.bv(32, 3); t.bv_shl(a, k) });
    check("left shift by bytes", |t| { let a = x(t, 32); let k = t.bv(32, 16); t.bv_shl(a, k) });
    check("left shift of zero extension", |t| {
        let a = x(t, 8); let a = t.bv_zero_extend(a, 32); let k = t.bv(32, 11); t.bv_shl(a, k)
    });
    check("left shift of sign extension", |t| {
        let a = x(t, 32); let a = t.bv_sign_extend(a, 64); let k = t.bv(64, 3); t.bv_shl(a, k)
    });
    check("right shift", |t| { let a = x(t, 32); let k = t.bv(32, 3); t.bv_lshr(a, k) });
    check("arithmetic right shift", |t| { let a = x(t, 32); let k = t.bv(32, 13); t.bv_ashr(a, k) });
    check("mask", |t| { let a = x(t, 32); let k = t.bv(32, 0x00ff_f0f0); t.bv_and(a, k) });
    check("many masks", |t| { let a = x(t, 32); let k = t.bv(32, 0x5555_5555); t.bv_and(a, k) });
    check("flag set", |t| { let a = x(t, 32); let k = t.bv(32, 0x0000_1000); t.bv_or(a, k) });
    check("exclusive or", |t| { let a = x(t, 32); let k = t.bv(32, 0x0ff0_1000); t.bv_xor(a, k) });
    check("complement", |t| { let a = x(t, 32); t.bv_not(a) });
    check("complement of zero extension", |t| { let a = x(t, 8); let a = t.bv_zero_extend(a, 32); t.bv_not(a) });
    check("truth value", |t| { let p = t.symbol("p", Sort::Bool); t.bool_to_bv(p, 32) });
    check("choice of constants", |t| {
        let p = t.symbol("p", Sort::Bool); let a = t.bv(32, 0x1234_5678); let b = t.bv(32, 0x1299_5600); t.ite(p, a, b)
    });
    check("choice", |t| { let p = t.symbol("p", Sort::Bool); let a = x(t, 32); let b = x(t, 32); t.ite(p, a, b) });
    check("constant", |t| t.bv(64, 0x0001_0203_0405_0607));
    check("own bytes", |t| { let a = x(t, 8); let b = x(t, 24); t.bv_concat(a, b) });
    check("constant bytes", |t| { let a = x(t, 8); let b = t.bv(16, 0x0021); let c = t.bv_concat(a, b); let d = x(t, 8); t.bv_concat(c, d) });
    check("quotient", |t| { let a = x(t, 32); let k = t.bv(32, 10); t.bv_udiv(a, k) });
}

/// Pointer arithmetic: `(base + i * size + k) - base`, compared and reordered.
#[test]
fn pointer_differences_cancel() {
    let mut t = Terms::new();
    let (base, i, j) = (x(&mut t, 64), x(&mut t, 64), x(&mut t, 64));
    let eight = t.bv(64, 8);
    let (a, b) = (t.bv_mul(i, eight), t.bv_mul(j, eight));
    let p = t.bv_add(base, a);
    let p = t.bv_add(p, eight);
    let q = t.bv_add(base, b);
    let difference = t.bv_sub(p, base);
    let expected = t.bv_add(a, eight);
    assert_eq!(difference, expected);
    let one = t.bv(64, 1);
    let next = t.bv_add(i, one);
    let scaled = t.bv_mul(next, eight);
    assert_eq!(scaled, expected);
    let same = t.eq(p, q);
    let without_base = t.eq(expected, b);
    assert_eq!(same, without_base);
    let beyond = t.bv_add(p, one);
    assert_eq!(t.eq(p, beyond), t.false_());
}
