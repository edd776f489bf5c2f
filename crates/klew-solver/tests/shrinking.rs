//! Queries with products and quotients are asked with narrower arithmetic, and have the answers that they had.

mod common;

use std::time::Duration;

use common::ask;
use klew_solver::{
    Answer, Incremental, Interrupt, Query, Solver, bitwuzla::Bitwuzla, decorators::Bounds,
};
use klew_term::{Sort, TermId, Terms};

struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % most
    }
}

const WIDTH: u32 = 16;

/// A random number of bytes: sums, products and quotients.
fn number(t: &mut Terms, bytes: &[TermId], random: &mut Random, depth: u64) -> TermId {
    if depth == 0 || random.below(4) == 0 {
        let byte = bytes[random.below(bytes.len() as u64) as usize];
        return match random.below(4) {
            0 => t.bv(WIDTH, [0, 1, 3, 10, 48, 100, 0xffff, 0x8000][random.below(8) as usize]),
            1 => t.bv_sign_extend(byte, WIDTH),
            _ => t.bv_zero_extend(byte, WIDTH),
        };
    }
    let (a, b) = (number(t, bytes, random, depth - 1), number(t, bytes, random, depth - 1));
    match random.below(12) {
        0 => t.bv_udiv(a, b),
        1 => t.bv_urem(a, b),
        2 => t.bv_sdiv(a, b),
        3 => t.bv_srem(a, b),
        4 | 5 => t.bv_mul(a, b),
        6 | 7 => t.bv_sub(a, b),
        8 => t.bv_xor(a, b),
        9 => {
            let condition = t.bv_slt(a, b);
            t.ite(condition, a, b)
        }
        _ => t.bv_add(a, b),
    }
}

/// A comparison of random numbers, of which one may be within small bounds; or that a byte is.
fn constraint(t: &mut Terms, bytes: &[TermId], random: &mut Random) -> TermId {
    let (a, b) = match random.below(3) {
        0 => {
            let byte = bytes[random.below(bytes.len() as u64) as usize];
            (byte, t.bv(8, random.below(256)))
        }
        1 => {
            let a = number(t, bytes, random, 2);
            (a, t.bv(WIDTH, random.below(2000)))
        }
        _ => (number(t, bytes, random, 2), number(t, bytes, random, 1)),
    };
    let holds = match random.below(4) {
        0 => t.bv_ult(a, b),
        1 => t.bv_slt(a, b),
        2 => t.bv_sle(a, b),
        _ => t.eq(a, b),
    };
    if random.below(3) == 0 { t.not(holds) } else { holds }
}

/// `ask` evaluates each model on the constraints as they were, so that a lost constraint shows as well as a wrong one.
#[test]
fn answers_are_those_of_the_solver() {
    let bitwuzla = || Incremental::new(Bitwuzla::new(Interrupt::new()).unwrap());
    let mut t = Terms::new();
    let bytes: Vec<TermId> = (0..3).map(|n| t.symbol(&format!("s{n}"), Sort::BitVec(8))).collect();
    let (mut plain, mut shrinking) = (bitwuzla(), Bounds::new(bitwuzla()));
    plain.set_limit(Some(Duration::from_millis(20)));
    shrinking.set_limit(Some(Duration::from_millis(20)));
    let mut random = Random(6);
    let mut counts = [0; 2];
    for _ in 0..150 {
        let path: Vec<TermId> =
            (0..1 + random.below(5)).map(|_| constraint(&mut t, &bytes, &mut random)).collect();
        let query = Query::new(&path);
        let expected = ask(&mut plain, &mut t, &query);
        let answer = ask(&mut shrinking, &mut t, &query);
        // Some products are hard.
        if [&expected, &answer].iter().any(|answer| matches!(answer, Answer::Unknown(_))) {
            continue;
        }
        assert_eq!(answer.is_sat(), expected.is_sat());
        counts[usize::from(answer.is_sat())] += 1;
    }
    assert!(counts[0] > 10 && counts[1] > 10, "{counts:?}");
}
