//! SMT-LIB text.

use crate::{FloatFormat, ScalarSort, SmtScript, Sort, TermId, Terms, print_smtlib};

fn check(build: fn(&mut Terms) -> TermId, expected: &str) {
    let mut terms = Terms::without_rewriting();
    let term = build(&mut terms);
    assert_eq!(print_smtlib(&terms, term), expected);
}

#[test]
#[rustfmt::skip]
fn terms_in_smtlib() {
    check(|t| t.bv(8, 10), "#x0a");
    check(|t| t.bv(3, 5), "#b101");
    check(|t| t.int_i64(-3), "(- 3)");
    check(|t| t.float(FloatFormat::Half, 0x3c00), "(fp #b0 #b01111 #b0000000000)");
    check(|t| t.float(FloatFormat::Half, 0x7e00), "(_ NaN 5 11)");
    check(|t| t.float(FloatFormat::Single, 0xff80_0000), "(_ -oo 8 24)");
    check(|t| t.symbol("a|b", Sort::Bool), "|a_b!0|");
    check(|t| { let x = t.symbol("x", Sort::BitVec(8)); t.bv_zero_extend(x, 10) }, "((_ zero_extend 2) |x!0|)");
    check(|t| { let x = t.symbol("x", Sort::BitVec(8)); t.bv_extract(x, 4, 2) }, "((_ extract 4 2) |x!0|)");
    check(|t| { let d = t.bv(8, 0); t.const_array(Sort::Array(ScalarSort::BitVec(8), ScalarSort::BitVec(8)), d) },
        "((as const (Array (_ BitVec 8) (_ BitVec 8))) #x00)");
    check(|t| { let x = t.symbol("x", Sort::BitVec(8)); let s = t.bv_add(x, x); t.bv_mul(s, s) },
        "(let ((?0 (bvadd |x!0| |x!0|))) (bvmul ?0 ?0))");
    check(|t| { let q = t.fresh_symbol("q", Sort::Int); let v = t.symbol_term(q); let k = t.int_i64(1); let b = t.int_lt(v, k); t.exists(&[q], b) },
        "(exists ((|q!0| Int)) (< |q!0| 1))");
}

#[test]
fn scripts_declare_once() {
    let mut terms = Terms::new();
    let p = terms.symbol("p", Sort::Bool);
    let mut script = SmtScript::new();
    script.assert(&terms, p);
    script.assert(&terms, p);
    script.check_sat();
    let expected = "(set-logic ALL)\n(declare-const |p!0| Bool)\n(assert |p!0|)\n(assert |p!0|)\n(check-sat)\n";
    assert_eq!(script.text(), expected);
}
