//! Every value of every term is within its bounds.

use super::random::Random;
use super::random_terms::{grow, leaves};

use crate::{Constant, Evaluator, NarrowedTerms, Sort, Terms, print_smtlib, take_in};

fn word(value: &Constant) -> Option<u64> {
    match value {
        Constant::Bool(value) => Some(u64::from(*value)),
        Constant::BitVec(value) => value.to_u64(),
        _ => None,
    }
}

fn check(seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut terms = if seed.is_multiple_of(2) { Terms::new() } else { Terms::without_rewriting() };
    let widths: Vec<u32> = match random.below(4) {
        0 => vec![8, 16, 32],
        1 => vec![1, 2, 3],
        2 => vec![16, 64, 80],
        _ => (0..3).map(|_| 1 + random.below(70) as u32).collect(),
    };
    let mut pool = leaves(&mut random, &mut terms, &widths);
    for _ in 0..60 {
        pool.extend(grow(&mut random, &mut terms, &pool, &widths));
    }
    let mut sharp = 0;
    for _ in 0..3 {
        let assignment = random.assignment(&terms);
        let mut evaluator = Evaluator::new(&terms, &assignment);
        for &term in &pool {
            let Some(bounds) = terms.bounds(term) else { continue };
            let Some(value) = evaluator.evaluate(term).ok().as_ref().and_then(word) else {
                continue;
            };
            assert!(
                bounds.contains(value),
                "seed {seed}: {value} is not in {bounds:?} of {}\\nunder {assignment:?}",
                print_smtlib(&terms, term)
            );
            let open = crate::Bounds::all(bounds.width);
            sharp += usize::from(bounds != open && !terms.is_constant(term));
        }
    }
    sharp
}

#[test]
fn values_are_within_bounds() {
    let sharp: usize = (0..6_000).map(check).sum();
    assert!(sharp > 50_000, "bounds of {sharp} terms say something");
}

/// Constraints that an assignment satisfies never exclude its values.
fn check_narrowing(seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut terms = if seed.is_multiple_of(2) { Terms::new() } else { Terms::without_rewriting() };
    let widths: Vec<u32> = match random.below(3) {
        0 => vec![8, 16, 32],
        1 => vec![1, 2, 3],
        _ => (0..3).map(|_| 1 + random.below(70) as u32).collect(),
    };
    let mut pool = leaves(&mut random, &mut terms, &widths);
    for _ in 0..60 {
        pool.extend(grow(&mut random, &mut terms, &pool, &widths));
    }
    let assignment = random.assignment(&terms);
    let mut evaluator = Evaluator::new(&terms, &assignment);
    let mut left = NarrowedTerms::default();
    for &term in pool.iter().filter(|&&term| terms.sort(term) == Sort::Bool) {
        let Ok(holds) = evaluator.evaluate_bool(term) else { continue };
        take_in(&terms, &mut left, term, holds).unwrap_or_else(|_| {
            panic!("seed {seed}: {} is {holds}\nunder {assignment:?}", print_smtlib(&terms, term))
        });
    }
    let mut narrowed = 0;
    for (&term, bounds) in &left.0 {
        let Some(value) = evaluator.evaluate(term).ok().as_ref().and_then(word) else { continue };
        assert!(
            bounds.contains(value),
            "seed {seed}: {value} is not in {bounds:?} of {}\nunder {assignment:?}",
            print_smtlib(&terms, term)
        );
        narrowed += usize::from(terms.as_symbol(term).is_some());
    }
    narrowed
}

#[test]
fn constraints_exclude_no_value_of_a_model() {
    let narrowed: usize = (0..20_000).map(check_narrowing).sum();
    assert!(narrowed > 20_000, "{narrowed} symbols were narrowed");
}
