use klew_term::{Evaluator, Sort};

use super::*;
use crate::decorators::known_bounds;

/// Numbers that look random, the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    /// A term of so many bits.
    fn number(&mut self, terms: &mut Terms, symbols: &[TermId], width: u32, depth: u32) -> TermId {
        if depth == 0 || self.below(4) == 0 {
            return match self.below(3) {
                0 => terms.bv(width, self.below(1 << width)),
                _ if width == 4 => symbols[self.below(symbols.len() as u64) as usize],
                _ => {
                    let symbol = symbols[self.below(symbols.len() as u64) as usize];
                    match self.below(2) {
                        0 => terms.bv_zero_extend(symbol, width),
                        _ => terms.bv_sign_extend(symbol, width),
                    }
                }
            };
        }
        let a = self.number(terms, symbols, width, depth - 1);
        match self.below(8) {
            0 => {
                let by = terms.bv(width, self.below(1 << width));
                terms.bv_mul(a, by)
            }
            1 => {
                let by = terms.bv(width, 1 + self.below((1 << width) - 1));
                if self.below(2) == 0 { terms.bv_udiv(a, by) } else { terms.bv_urem(a, by) }
            }
            2 => {
                let condition = self.truth(terms, symbols, depth - 1);
                let b = self.number(terms, symbols, width, depth - 1);
                terms.ite(condition, a, b)
            }
            3 => {
                let low = terms.bv_extract(a, 1, 0);
                let high = terms.bv_extract(a, width - 1, 2);
                terms.bv_concat(high, low)
            }
            4 => {
                let by = terms.bv(width, self.below(4));
                terms.bv_shl(a, by)
            }
            5 => {
                let b = self.number(terms, symbols, width, depth - 1);
                terms.bv_and(a, b)
            }
            _ => {
                let b = self.number(terms, symbols, width, depth - 1);
                if self.below(2) == 0 { terms.bv_add(a, b) } else { terms.bv_sub(a, b) }
            }
        }
    }

    fn truth(&mut self, terms: &mut Terms, symbols: &[TermId], depth: u32) -> TermId {
        let width = if self.below(2) == 0 { 4 } else { 6 };
        let a = self.number(terms, symbols, width, depth);
        let b = self.number(terms, symbols, width, depth);
        let truth = match self.below(4) {
            0 => terms.eq(a, b),
            1 => terms.bv_ult(a, b),
            _ => terms.bv_slt(a, b),
        };
        match self.below(4) {
            0 => terms.not(truth),
            1 if depth > 0 => {
                let other = self.truth(terms, symbols, depth - 1);
                if self.below(2) == 0 { terms.and(truth, other) } else { terms.or(truth, other) }
            }
            _ => truth,
        }
    }
}

fn holds_somewhere(terms: &Terms, symbols: &[TermId], constraints: &[TermId]) -> bool {
    (0..1u64 << (4 * symbols.len())).any(|all| {
        let mut assignment = klew_term::Assignment::new();
        for (index, symbol) in symbols.iter().enumerate() {
            let value = klew_term::BitVecValue::new(4, (all >> (4 * index)) & 15);
            let symbol = terms.as_symbol(*symbol).expect("a symbol");
            assignment.set(symbol, klew_term::Constant::BitVec(value));
        }
        let mut evaluator = Evaluator::new(terms, &assignment);
        constraints.iter().all(|it| evaluator.evaluate_bool(*it).expect("a value"))
    })
}

#[test]
fn what_is_refuted_has_no_solution() {
    let (mut refuted_ones, mut others) = (0, 0);
    for seed in 0..600 {
        let mut numbers = Numbers(seed);
        let mut terms = Terms::new();
        let symbols = ["a", "b"].map(|name| terms.symbol(name, Sort::BitVec(4)));
        let constraints: Vec<TermId> =
            (0..4).map(|_| numbers.truth(&mut terms, &symbols, 2)).collect();
        let Some(bounds) = known_bounds(&terms, &constraints) else { continue };
        let limit = Duration::from_secs(2);
        if refuted(&terms, &constraints, bounds, limit, &Interrupt::new()) {
            assert!(!holds_somewhere(&terms, &symbols, &constraints), "seed {seed}");
            refuted_ones += 1;
        } else {
            others += usize::from(!holds_somewhere(&terms, &symbols, &constraints));
        }
    }
    // What it cannot tell of are bits.
    assert!(refuted_ones > 10 * others, "{refuted_ones} refuted, {others} not");
}

#[test]
fn sums_within_bounds_need_no_bits() {
    let mut terms = Terms::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| terms.symbol(name, Sort::BitVec(32)));
    let million = terms.bv(32, 1_000_000);
    let zero = terms.bv(32, 0);
    let mut constraints = Vec::new();
    for symbol in [a, b, c] {
        constraints.push(terms.bv_sle(zero, symbol));
        constraints.push(terms.bv_slt(symbol, million));
    }
    // 2a + 3b <= c, b < a, 5b > c
    let (two, three, five) = (terms.bv(32, 2), terms.bv(32, 3), terms.bv(32, 5));
    let (twice, thrice) = (terms.bv_mul(two, a), terms.bv_mul(three, b));
    let sum = terms.bv_add(twice, thrice);
    constraints.push(terms.bv_sle(sum, c));
    constraints.push(terms.bv_slt(b, a));
    let times = terms.bv_mul(five, b);
    constraints.push(terms.bv_slt(c, times));
    let bounds = known_bounds(&terms, &constraints).expect("few terms");
    let limit = Duration::from_secs(5);
    assert!(refuted(&terms, &constraints, bounds, limit, &Interrupt::new()));
}
