//! What klew relies on in Z3 and in the calls added to its crate.

use std::{sync::Arc, time::Duration};

use klew_solver::z3::raw::{self, Running};
use z3::{
    FuncDecl, Params, SatResult, Solver, Sort,
    ast::{Array, BV, Bool, Float, Int, RoundingMode, forall_const},
};

/// A product of two primes to be factored: far beyond a second.
fn hard() -> Bool {
    let (p, q) = (BV::new_const("p", 96), BV::new_const("q", 96));
    let value = BV::from_str(96, "1000000000004010000000001147").unwrap();
    let bound = BV::from_u64(1 << 48, 96);
    let parts = [
        p.bvmul(&q).eq(&value),
        p.bvult(&bound),
        q.bvult(&bound),
        p.bvult(&q),
        BV::from_u64(1, 96).bvult(&p),
    ];
    Bool::and(&parts)
}

#[test]
fn cores_scopes_and_models() {
    let solver = Solver::new();
    let x = Int::new_const("x");
    let (a, b) = (Bool::new_const("a"), Bool::new_const("b"));
    solver.push();
    solver.assert(a.implies(x.gt(5)));
    solver.assert(x.lt(3));
    assert_eq!(solver.check_assumptions(&[a.clone(), b.clone()]), SatResult::Unsat);
    assert_eq!(solver.get_unsat_core(), vec![a.clone()]);
    solver.pop(1);
    solver.assert(a.implies(x.gt(5)));
    assert_eq!(solver.check_assumptions(&[a, b]), SatResult::Sat);
    let value = solver.get_model().unwrap().eval(&x, true).unwrap();
    assert!(raw::decimal(&value).unwrap().parse::<i64>().unwrap() > 5);
    assert_eq!(raw::decimal(&x), None);
}

#[test]
fn quantifiers_and_functions() {
    let solver = Solver::new();
    let f = FuncDecl::new("f", &[&Sort::int()], &Sort::int());
    let x = Int::new_const("x");
    let apply = |x: &Int| f.apply(&[x]).as_int().unwrap();
    solver.assert(forall_const(&[&x], &[], &apply(&x).gt(&x)));
    solver.assert(apply(&apply(&Int::from_i64(3))).le(4));
    assert_eq!(solver.check(), SatResult::Unsat);
}

#[test]
fn floats_and_arrays() {
    let solver = Solver::new();
    let single = Sort::float32();
    let bits = BV::new_const("bits", 32);
    let float = raw::float_from_bits(&bits, &single).unwrap();
    solver.assert(float.eq(Float::from_f32(-2.5)));
    let five = BV::from_i64(-5, 8);
    let mode = RoundingMode::round_nearest_ties_to_even();
    let signed = raw::float_from_integer(&mode, &five, true, &single).unwrap();
    let unsigned = raw::float_from_integer(&mode, &five, false, &single).unwrap();
    solver.assert(signed.eq(Float::from_f32(-5.0)));
    solver.assert(unsigned.eq(Float::from_f32(251.0)));
    let array = Array::new_const("array", &Sort::bitvector(32), &Sort::bitvector(8));
    let index = BV::new_const("index", 32);
    solver.assert(array.select(&index).as_bv().unwrap().eq(BV::from_u64(9, 8)));
    assert_eq!(solver.check(), SatResult::Sat);
    let model = solver.get_model().unwrap();
    let value = model.eval(&bits, true).unwrap();
    assert_eq!(raw::decimal(&value), Some((-2.5f32).to_bits().to_string()));
    let read = model.eval(&array.select(&index), true).unwrap();
    assert_eq!(raw::decimal(&read), Some("9".to_owned()));
}

#[test]
fn a_time_limit_is_an_unknown_answer() {
    let solver = Solver::new();
    let mut params = Params::new();
    params.set_u32("timeout", 200);
    solver.set_params(&params);
    assert_eq!(solver.check_assumptions(&[hard()]), SatResult::Unknown);
    // On a busy machine even this takes its time, and the end of the limit may come late and hit it once.
    params.set_u32("timeout", 30_000);
    solver.set_params(&params);
    let usable = (0..3).any(|_| solver.check() == SatResult::Sat);
    assert!(usable, "the solver is usable afterwards");
}

#[test]
fn an_interrupt_from_another_thread_is_an_unknown_answer() {
    let solver = Solver::new();
    let running = Arc::new(Running::default());
    let other = Arc::clone(&running);
    let timer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        other.interrupt();
    });
    let context = solver.get_context();
    assert_eq!(running.during(context, || solver.check_assumptions(&[hard()])), SatResult::Unknown);
    timer.join().unwrap();
    running.interrupt();
    assert_eq!(solver.check(), SatResult::Sat, "the solver is usable afterwards");
    let x = Int::new_const("x");
    solver.assert(x.lt(3));
    assert_eq!(Solver::new().check(), SatResult::Sat, "and so is its context");
    assert_eq!(solver.check(), SatResult::Sat);
}
