//! Answers by trying all values of few bits are those of a solver, on random constraints over slices of bytes, with tables.

mod common;

use std::{cell::Cell, rc::Rc, time::Duration};

use common::ask;
use klew_solver::{
    Answer, Incremental, Interrupt, Query, Solver, Statistics, bitwuzla::Bitwuzla,
    decorators::FewBits,
};
use klew_term::{Assignment, ScalarSort, Sort, TermId, Terms};

/// Bitwuzla, which counts what it was asked.
struct Counted(Incremental<Bitwuzla>, Rc<Cell<u64>>);

impl Solver for Counted {
    fn check(&mut self, terms: &mut Terms, query: &Query<'_>) -> Answer {
        self.1.set(self.1.get() + 1);
        self.0.check(terms, query)
    }

    fn statistics(&self, statistics: &mut Statistics) {
        self.0.statistics(statistics);
    }

    fn set_limit(&mut self, limit: Option<Duration>) {
        self.0.set_limit(limit);
    }
}

fn bitwuzla() -> Incremental<Bitwuzla> {
    Incremental::new(Bitwuzla::new(Interrupt::new()).unwrap())
}

/// splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % bound
    }
}

/// A number of eight bits that depends on some bits of some bytes, or on all of a wide word.
fn number(t: &mut Terms, random: &mut Random, inputs: &[TermId], depth: u32) -> TermId {
    let operand = |t: &mut Terms, random: &mut Random| number(t, random, inputs, depth - 1);
    match if depth == 0 { random.below(3) } else { random.below(12) } {
        0 => t.bv(8, random.below(256)),
        1 | 2 => {
            let input = inputs[random.below(inputs.len() as u64) as usize];
            let low = random.below(6) as u32;
            let high = (low + random.below(4) as u32).min(7);
            let slice = t.bv_extract(input, high, low);
            t.bv_zero_extend(slice, 8)
        }
        3 => {
            let (a, b) = (operand(t, random), operand(t, random));
            t.bv_add(a, b)
        }
        4 => {
            let (a, b) = (operand(t, random), operand(t, random));
            t.bv_mul(a, b)
        }
        5 => {
            let (a, b) = (operand(t, random), operand(t, random));
            t.bv_udiv(a, b)
        }
        6 => {
            let (a, b) = (operand(t, random), operand(t, random));
            t.bv_ashr(a, b)
        }
        7 => {
            let (a, b) = (operand(t, random), operand(t, random));
            t.bv_srem(a, b)
        }
        8 => {
            let (a, b) = (operand(t, random), operand(t, random));
            t.bv_xor(a, b)
        }
        9 => {
            let condition = condition(t, random, inputs, depth - 1);
            let (a, b) = (operand(t, random), operand(t, random));
            t.ite(condition, a, b)
        }
        10 => {
            let bytes = Sort::Array(ScalarSort::BitVec(8), ScalarSort::BitVec(8));
            let zero = t.bv(8, 7);
            let mut array = t.const_array(bytes, zero);
            for at in 0..16 {
                let (index, element) = (t.bv(8, at), t.bv(8, random.below(256)));
                array = t.store(array, index, element);
            }
            for _ in 0..random.below(3) {
                let (index, element) = (operand(t, random), operand(t, random));
                array = t.store(array, index, element);
            }
            let index = operand(t, random);
            t.select(array, index)
        }
        _ => {
            let a = operand(t, random);
            t.bv_neg(a)
        }
    }
}

fn condition(t: &mut Terms, random: &mut Random, inputs: &[TermId], depth: u32) -> TermId {
    let (a, b) = (number(t, random, inputs, depth), number(t, random, inputs, depth));
    let condition = match random.below(4) {
        0 | 1 => t.eq(a, b),
        2 => t.bv_ult(a, b),
        _ => t.bv_slt(a, b),
    };
    if random.below(3) == 0 { t.not(condition) } else { condition }
}

#[test]
fn answers_are_those_of_a_solver() {
    let asked = Rc::new(Cell::new(0));
    let mut t = Terms::new();
    let mut few = FewBits::new(Counted(bitwuzla(), Rc::clone(&asked)));
    let mut reference = bitwuzla();
    let bytes: Vec<TermId> = (0..3).map(|_| t.symbol("byte", Sort::BitVec(8))).collect();
    let wide = t.symbol("wide", Sort::BitVec(64));
    let other = t.symbol("other", Sort::BitVec(64));
    let mut random = Random(7);
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..600 {
        let mut constraints: Vec<TermId> =
            (0..1 + random.below(5)).map(|_| condition(&mut t, &mut random, &bytes, 2)).collect();
        if round % 4 == 0 {
            // Too many bits to try.
            let (sum, low) = (t.bv_add(wide, other), t.bv_extract(wide, 7, 0));
            let number = t.bv(64, 2 * random.below(1000) + 1);
            constraints.push(t.eq(sum, number));
            constraints.push(t.eq(low, bytes[0]));
        }
        let expected = ask(&mut reference, &mut t, &Query::new(&constraints));
        let answer = ask(&mut few, &mut t, &Query::new(&constraints));
        assert_eq!(expected.is_sat(), answer.is_sat(), "round {round}");
        if let Answer::Unsat(core) = &answer {
            assert!(ask(&mut reference, &mut t, &Query::new(core)).is_unsat(), "round {round}");
        }
        // With a model of all but the last.
        if let (Some((last, prefix)), true) = (constraints.split_last(), constraints.len() > 1)
            && let Answer::Sat(hint) = ask(&mut reference, &mut t, &Query::new(prefix))
        {
            let query = Query::new(&constraints).with_hint(prefix.len(), &hint);
            let again = ask(&mut few, &mut t, &query);
            assert_eq!(expected.is_sat(), again.is_sat(), "round {round}, {last:?}");
        }
        sat += u32::from(expected.is_sat());
        unsat += u32::from(expected.is_unsat());
    }
    assert!(sat > 80 && unsat > 80, "{sat} {unsat}");
    assert!(asked.get() < 400, "{}", asked.get());
}

#[test]
fn parts_without_common_bits_are_decided_apart() {
    let asked = Rc::new(Cell::new(0));
    let mut t = Terms::new();
    let mut few = FewBits::new(Counted(bitwuzla(), Rc::clone(&asked)));
    let byte = t.symbol("byte", Sort::BitVec(8));
    let (high, low) = (t.bv_extract(byte, 7, 4), t.bv_extract(byte, 3, 0));
    let (three, nine) = (t.bv(4, 3), t.bv(4, 9));
    let (is_three, is_nine) = (t.eq(high, three), t.eq(low, nine));
    let Answer::Sat(model) = ask(&mut few, &mut t, &Query::new(&[is_three, is_nine])) else {
        panic!("it is satisfiable")
    };
    assert_eq!(model.get(t.as_symbol(byte).unwrap()).and_then(|value| value.as_u64()), Some(0x39));
    let above = t.bv_ult(nine, low);
    let query = [is_three, is_nine, above];
    let answer = ask(&mut few, &mut t, &Query::new(&query));
    assert_eq!(answer, Answer::Unsat(vec![is_nine, above]));
    assert_eq!(asked.get(), 0);
    // A model of the prefix keeps its other bits.
    let mut hint = Assignment::new();
    hint.set(t.as_symbol(byte).unwrap(), klew_term::Constant::bv(8, 0x31));
    let query = [is_three, is_nine];
    let Answer::Sat(model) = ask(&mut few, &mut t, &Query::new(&query).with_hint(1, &hint)) else {
        panic!("it is satisfiable")
    };
    assert_eq!(model.get(t.as_symbol(byte).unwrap()).and_then(|value| value.as_u64()), Some(0x39));
}
