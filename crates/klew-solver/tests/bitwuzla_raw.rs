//! The handle around Bitwuzla: every kind of call once, and the errors a caller can cause.

use std::sync::{Arc, atomic::AtomicBool, atomic::Ordering};
use std::time::{Duration, Instant};

use bitwuzla_sys as sys;
use klew_solver::bitwuzla::raw::{Answer, Error, Instance, Options, Term};

fn instance() -> Instance {
    Instance::new(Options::default(), Arc::default()).unwrap()
}

fn symbols<const N: usize>(z: &Instance, width: u32, names: [&str; N]) -> [Term; N] {
    let sort = z.bv_sort(width).unwrap();
    names.map(|name| z.symbol(sort, name).unwrap())
}

fn bv(z: &Instance, width: u32, value: u64) -> Term {
    z.bv_u64(z.bv_sort(width).unwrap(), value).unwrap()
}

/// A product of two primes of about 45 bits to be factored: far beyond a second.
fn hard(z: &Instance) -> Term {
    let [p, q] = symbols(z, 96, ["p", "q"]);
    let product = z.apply(sys::BITWUZLA_KIND_BV_MUL, &[p, q]).unwrap();
    let value = z.bv_digits(z.bv_sort(96).unwrap(), "1000000000004010000000001147", 10).unwrap();
    let equal = z.apply(sys::BITWUZLA_KIND_EQUAL, &[product, value]).unwrap();
    let less = |a, b| z.apply(sys::BITWUZLA_KIND_BV_ULT, &[a, b]).unwrap();
    let bound = bv(z, 96, 1 << 48);
    let parts = [equal, less(p, bound), less(q, bound), less(p, q), less(bv(z, 96, 1), p)];
    z.apply(sys::BITWUZLA_KIND_AND, &parts).unwrap()
}

#[test]
fn a_model_satisfies_the_assertion() {
    let z = instance();
    let [x, y] = symbols(&z, 8, ["x", "y"]);
    let sum = z.apply(sys::BITWUZLA_KIND_BV_ADD, &[x, y]).unwrap();
    z.assert(z.apply(sys::BITWUZLA_KIND_EQUAL, &[sum, bv(&z, 8, 7)]).unwrap()).unwrap();
    assert_eq!(z.check(&[], None), Ok(Answer::Sat));
    let value = |t| u8::from_str_radix(&z.value_bits(t).unwrap(), 2).unwrap();
    assert_eq!(value(x).wrapping_add(value(y)), 7);
    assert_eq!(z.value_bits(sum).unwrap(), "00000111");
    assert!(!z.statistics().unwrap().is_empty());
}

#[test]
fn failed_assumptions_and_scopes() {
    let z = instance();
    let [x] = symbols(&z, 8, ["x"]);
    let less = |n| z.apply(sys::BITWUZLA_KIND_BV_ULT, &[x, bv(&z, 8, n)]).unwrap();
    let free = z.symbol(z.bool_sort().unwrap(), "free").unwrap();
    let more = z.apply(sys::BITWUZLA_KIND_NOT, &[less(9)]).unwrap();
    z.push().unwrap();
    z.assert(more).unwrap();
    assert_eq!(z.check(&[free, less(5)], None), Ok(Answer::Unsat));
    assert_eq!(z.failed_assumptions(&[free, less(5)]), Ok(vec![less(5)]));
    assert_eq!(z.check(&[free, less(12)], None), Ok(Answer::Sat));
    z.pop(1).unwrap();
    assert_eq!(z.check(&[free, less(5)], None), Ok(Answer::Sat));
    assert!(z.pop(1).is_err(), "no scope is open");
}

#[test]
fn arrays() {
    let z = instance();
    let (index, byte) = (z.bv_sort(32).unwrap(), z.bv_sort(8).unwrap());
    let sort = z.array_sort(index, byte).unwrap();
    let [i] = symbols(&z, 32, ["i"]);
    let zeros = z.const_array(sort, bv(&z, 8, 0)).unwrap();
    let a = z.symbol(sort, "a").unwrap();
    let stored = z.apply(sys::BITWUZLA_KIND_ARRAY_STORE, &[zeros, i, bv(&z, 8, 5)]).unwrap();
    let read = |a, i| z.apply(sys::BITWUZLA_KIND_ARRAY_SELECT, &[a, i]).unwrap();
    let equal = |a, b| z.apply(sys::BITWUZLA_KIND_EQUAL, &[a, b]).unwrap();
    z.assert(equal(read(stored, bv(&z, 32, 77)), bv(&z, 8, 5))).unwrap();
    z.assert(equal(read(a, i), bv(&z, 8, 9))).unwrap();
    assert_eq!(z.check(&[], None), Ok(Answer::Sat));
    let i_bits = z.value_bits(i).unwrap();
    assert_eq!(u32::from_str_radix(&i_bits, 2), Ok(77));
    let contents = z.array_bits(a).unwrap();
    let entry = contents.entries.iter().find(|(index, _)| *index == i_bits);
    assert_eq!(entry.map_or(&contents.default, |(_, element)| element), "00001001");
}

#[test]
fn floats() {
    let z = instance();
    let sort = z.fp_sort(8, 24).unwrap();
    let bits = |value: f32| {
        let raw = z.bv_sort(32).unwrap();
        let term = z.bv_u64(raw, value.to_bits().into()).unwrap();
        z.apply_indexed(sys::BITWUZLA_KIND_FP_TO_FP_FROM_BV, &[term], &[8, 24]).unwrap()
    };
    let x = z.symbol(sort, "x").unwrap();
    let even = z.rm_value(sys::BITWUZLA_RM_RNE).unwrap();
    let sum = z.apply(sys::BITWUZLA_KIND_FP_ADD, &[even, x, bits(0.1)]).unwrap();
    z.assert(z.apply(sys::BITWUZLA_KIND_FP_EQUAL, &[sum, bits(0.5)]).unwrap()).unwrap();
    assert_eq!(z.check(&[], None), Ok(Answer::Sat));
    let found = f32::from_bits(u32::from_str_radix(&z.value_bits(x).unwrap(), 2).unwrap());
    assert_eq!(found + 0.1_f32, 0.5_f32);
}

#[test]
fn a_time_limit_is_an_unknown_answer() {
    let z = instance();
    let start = Instant::now();
    let limit = Some(Duration::from_millis(200));
    assert_eq!(z.check(&[hard(&z)], limit), Ok(Answer::Unknown));
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(z.check(&[], limit), Ok(Answer::Sat), "the instance is usable afterwards");
}

#[test]
fn an_interrupt_from_another_thread_is_an_unknown_answer() {
    let flag = Arc::new(AtomicBool::new(false));
    let z = Instance::new(Options::default(), Arc::clone(&flag)).unwrap();
    let query = hard(&z);
    let timer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        flag.store(true, Ordering::Relaxed);
    });
    assert_eq!(z.check(&[query], Some(Duration::from_secs(30))), Ok(Answer::Unknown));
    timer.join().unwrap();
}

#[test]
fn misuse_is_an_error() {
    let (z, other) = (instance(), instance());
    let [x] = symbols(&z, 8, ["x"]);
    let [y] = symbols(&z, 16, ["y"]);
    let [foreign] = symbols(&other, 8, ["f"]);
    let add = |a, b| z.apply(sys::BITWUZLA_KIND_BV_ADD, &[a, b]);
    for refused in [
        add(x, y),
        add(x, foreign),
        z.apply(sys::BITWUZLA_KIND_BV_ADD, &[]),
        z.apply(12345, &[x]),
        z.apply_indexed(sys::BITWUZLA_KIND_BV_EXTRACT, &[x], &[9, 0]),
        z.bv_digits(z.bv_sort(8).unwrap(), "12x", 10),
        z.bv_digits(z.bv_sort(8).unwrap(), "100000000", 2),
        z.rm_value(77),
        z.symbol(z.bv_sort(8).unwrap(), "a\0b"),
    ] {
        let Err(Error(message)) = refused else { panic!("accepted: {refused:?}") };
        assert!(!message.is_empty());
    }
    assert!(z.bv_sort(0).is_err());
    assert!(z.assert(x).is_err(), "not a truth value");
    assert!(z.value_bits(x).is_err(), "no model yet");
    assert!(z.failed_assumptions(&[]).is_err(), "no unsatisfiable check yet");
    assert_eq!(z.check(&[], None), Ok(Answer::Sat), "usable after all of this");
}
