//! Hash-consing, symbols, substitution, deep terms.

use rustc_hash::FxHashMap;

use crate::{Assignment, BitVecValue, Constant, EvaluateError, Evaluator, ScalarSort, Sort, Terms};

#[test]
fn equal_terms_have_equal_ids() {
    let mut t = Terms::new();
    let (x, y) = (t.symbol("x", Sort::BitVec(8)), t.symbol("x", Sort::BitVec(8)));
    assert_ne!(x, y);
    assert_eq!(t.bv_add(x, y), t.bv_add(y, x));
    assert_eq!(t.bv(8, 256 + 3), t.bv(8, 3));
    assert_ne!(t.bv(9, 3), t.bv(8, 3));
    let wide = BitVecValue::ones(100);
    assert_eq!(t.bv_value(wide.clone()), t.bv_value(wide));
}

#[test]
fn free_symbols_are_sorted_and_exclude_bound_ones() {
    let mut t = Terms::new();
    let (a, b, q) = (
        t.fresh_symbol("a", Sort::Int),
        t.fresh_symbol("b", Sort::Int),
        t.fresh_symbol("q", Sort::Int),
    );
    let (x, y, v) = (t.symbol_term(a), t.symbol_term(b), t.symbol_term(q));
    let sum = t.int_add(y, x);
    assert_eq!(*t.symbols(sum), [a, b]);
    let less = t.int_lt(v, sum);
    let some = t.exists(&[q], less);
    assert_eq!(*t.symbols(some), [a, b]);
    assert_eq!(*t.symbols(less), [a, b, q]);
    assert!(std::sync::Arc::ptr_eq(&t.symbols(sum), &t.symbols(some)));
    let none = Assignment::new();
    assert_eq!(Evaluator::new(&t, &none).evaluate(some), Err(EvaluateError::Quantifier));
}

#[test]
fn substitution_rewrites() {
    let mut t = Terms::new();
    let symbol = t.fresh_symbol("x", Sort::BitVec(8));
    let x = t.symbol_term(symbol);
    let y = t.symbol("y", Sort::BitVec(8));
    let sum = t.bv_add(x, y);
    let negated = t.bv_neg(y);
    let replacement: FxHashMap<_, _> = [(symbol, negated)].into_iter().collect();
    assert_eq!(t.substitute(sum, &replacement), t.bv(8, 0));
}

/// A term of a depth that no recursion survives.
#[test]
fn deep_terms() {
    let mut t = Terms::new();
    let sort = Sort::Array(ScalarSort::BitVec(32), ScalarSort::BitVec(8));
    let a = t.symbol("a", sort);
    let symbol = t.fresh_symbol("x", Sort::BitVec(32));
    let x = t.symbol_term(symbol);
    let (mut array, mut sum, mut choice) = (a, x, x);
    for i in 0..100_000u64 {
        let index = t.symbol("i", Sort::BitVec(32));
        let k = t.bv(8, i);
        array = t.store(array, index, k);
        sum = t.bv_mul(sum, index);
        sum = t.bv_add(sum, index);
        let k = t.bv(32, i);
        let test = t.eq(index, k);
        choice = t.ite(test, k, choice);
    }
    let byte = t.select(array, x);
    let byte = t.bv_zero_extend(byte, 32);
    let low = t.bv_add(sum, byte);
    let k = t.bv(32, 7);
    let far = t.eq(choice, k);
    let all = t.ite(far, low, sum);
    let assignment: Assignment = [(symbol, Constant::bv(32, 5))].into_iter().collect();
    assert!(Evaluator::new(&t, &assignment).evaluate_u64(all).is_ok());
    let replacement: FxHashMap<_, _> = [(symbol, k)].into_iter().collect();
    let replaced = t.substitute(all, &replacement);
    assert_eq!(t.symbols(replaced).len(), 100_001);
}

/// A store chain with constant indices reads through; an array constant becomes a term and back.
#[test]
fn array_constants() {
    let mut t = Terms::new();
    let zero = Constant::bv(8, 0);
    let mut value = crate::ArrayValue::constant(ScalarSort::BitVec(1), zero);
    value.store(Constant::bv(1, 0), Constant::bv(8, 7));
    value.store(Constant::bv(1, 1), Constant::bv(8, 7));
    assert_eq!(value, crate::ArrayValue::constant(ScalarSort::BitVec(1), Constant::bv(8, 7)));
    let mut wide = crate::ArrayValue::constant(ScalarSort::BitVec(32), Constant::bv(8, 1));
    wide.store(Constant::bv(32, 9), Constant::bv(8, 7));
    let term = t.constant(&Constant::Array(wide.clone()));
    assert_eq!(t.as_constant(term), Some(Constant::Array(wide)));
}

/// Arrays over few indices have one representation, whatever the default they began with.
#[test]
fn small_arrays_are_canonical() {
    let build = |default: u64, elements: [u64; 4]| {
        let mut array =
            crate::ArrayValue::constant(ScalarSort::BitVec(2), Constant::bv(8, default));
        for (index, element) in elements.into_iter().enumerate() {
            array.store(Constant::bv(2, index as u64), Constant::bv(8, element));
        }
        array
    };
    for elements in [[1, 2, 3, 4], [1, 1, 2, 2], [2, 2, 2, 1], [4, 4, 4, 4], [3, 1, 3, 2]] {
        for default in 0..6 {
            assert_eq!(build(default, elements), build(0, elements), "{default} {elements:?}");
        }
    }
}
