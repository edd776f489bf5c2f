//! Random terms of all theories evaluate to the same before and after rewriting.

use super::random::Random;
use crate::semantics::result_sort;
use crate::{
    Evaluator, FloatFormat, Kind, RoundingMode, ScalarSort, Sort, TermId, Terms, print_smtlib,
    rewrite_into,
};

/// Random kinds; parameters are likely to fit the widths at hand.
#[rustfmt::skip]
fn random_kind(random: &mut Random, widths: &[u32]) -> Kind {
    const PLAIN: &[Kind] = &[
        Kind::Not, Kind::And, Kind::Or, Kind::Xor, Kind::Implies, Kind::Eq, Kind::Ite, Kind::Eq, Kind::Ite,
        Kind::BvAdd, Kind::BvSub, Kind::BvMul, Kind::BvNeg, Kind::BvAdd, Kind::BvSub, Kind::BvConcat, Kind::BvConcat,
        Kind::BvUdiv, Kind::BvUrem, Kind::BvSdiv, Kind::BvSrem,
        Kind::BvAnd, Kind::BvOr, Kind::BvXor, Kind::BvNot, Kind::BvAnd, Kind::BvOr,
        Kind::BvShl, Kind::BvLshr, Kind::BvAshr, Kind::BvShl, Kind::BvLshr, Kind::BvAshr,
        Kind::BvUlt, Kind::BvUle, Kind::BvSlt, Kind::BvSle,
        Kind::BvUaddOverflow, Kind::BvSaddOverflow, Kind::BvUsubOverflow, Kind::BvSsubOverflow,
        Kind::BvUmulOverflow, Kind::BvSmulOverflow,
        Kind::IntAdd, Kind::IntSub, Kind::IntMul, Kind::IntNeg, Kind::IntDiv, Kind::IntMod, Kind::IntLe, Kind::IntLt,
        Kind::BvToIntUnsigned, Kind::BvToIntSigned,
        Kind::FpAdd, Kind::FpSub, Kind::FpMul, Kind::FpDiv, Kind::FpRem, Kind::FpFma, Kind::FpSqrt, Kind::FpNeg,
        Kind::FpAbs, Kind::FpEq, Kind::FpLt, Kind::FpLe, Kind::FpIsNan, Kind::FpIsInfinite, Kind::FpIsZero,
        Kind::FpIsNegative, Kind::FpIsNormal, Kind::FpIsSubnormal, Kind::Select, Kind::Store, Kind::Store,
    ];
    let mode = random.choose(&RoundingMode::ALL);
    let format = random.choose(&FloatFormat::ALL);
    let width = random.choose(widths);
    match random.below(100) {
        0..12 => {
            let high = random.below(width as usize) as u32;
            let low = random.below(high as usize + 1) as u32;
            Kind::BvExtract { high, low }
        }
        12..16 => Kind::BvZeroExtend(width),
        16..20 => Kind::BvSignExtend(width),
        20 => Kind::IntToBv(width),
        21 => Kind::FpRoundToIntegral(mode),
        22 => Kind::FpToFp(mode, format),
        23 => Kind::FpFromSigned(mode, format),
        24 => Kind::FpFromUnsigned(mode, format),
        25 => Kind::FpToSigned(mode, width),
        26 => Kind::FpToUnsigned(mode, width),
        27 => Kind::FpFromBits(format),
        28 => Kind::ConstArray(ScalarSort::BitVec(width)),
        _ => random.choose(PLAIN),
    }
}

fn arity(kind: Kind) -> usize {
    match kind {
        Kind::Ite | Kind::Store | Kind::FpFma => 3,
        Kind::Not
        | Kind::BvNeg
        | Kind::BvNot
        | Kind::BvExtract { .. }
        | Kind::BvZeroExtend(_)
        | Kind::BvSignExtend(_)
        | Kind::IntNeg
        | Kind::BvToIntUnsigned
        | Kind::BvToIntSigned
        | Kind::IntToBv(_)
        | Kind::FpSqrt
        | Kind::FpNeg
        | Kind::FpAbs
        | Kind::FpIsNan
        | Kind::FpIsInfinite
        | Kind::FpIsZero
        | Kind::FpIsNegative
        | Kind::FpIsNormal
        | Kind::FpIsSubnormal
        | Kind::FpRoundToIntegral(_)
        | Kind::FpToFp(..)
        | Kind::FpFromSigned(..)
        | Kind::FpFromUnsigned(..)
        | Kind::FpToSigned(..)
        | Kind::FpToUnsigned(..)
        | Kind::FpFromBits(_)
        | Kind::ConstArray(_) => 1,
        _ => 2,
    }
}

/// The leaves of a random term: symbols and constants of a few sorts.
pub(super) fn leaves(random: &mut Random, terms: &mut Terms, widths: &[u32]) -> Vec<TermId> {
    let format = random.choose(&FloatFormat::ALL);
    let mut sorts = vec![Sort::Bool, Sort::Float(format), Sort::Int];
    sorts.extend(widths.iter().map(|&width| Sort::BitVec(width)));
    sorts.push(Sort::Array(ScalarSort::BitVec(widths[0]), ScalarSort::BitVec(widths[1])));
    let mut pool = Vec::new();
    for &sort in &sorts {
        for _ in 0..2 {
            pool.push(terms.symbol("s", sort));
        }
        if sort.scalar().is_some() {
            for _ in 0..3 {
                let value = random.constant(sort);
                pool.push(terms.constant(&value));
            }
        }
    }
    pool
}

/// A random term over the pool, or nothing if the arguments drawn do not fit.
pub(super) fn grow(
    random: &mut Random,
    terms: &mut Terms,
    pool: &[TermId],
    widths: &[u32],
) -> Option<TermId> {
    let kind = random_kind(random, widths);
    // Young terms more often, for depth.
    let mut draw = |sort: Option<Sort>| {
        for _ in 0..12 {
            let start = if random.one_in(2) { pool.len() * 2 / 3 } else { 0 };
            let term = pool[start + random.below(pool.len() - start)];
            if sort.is_none_or(|sort| terms.sort(term) == sort) {
                return Some(term);
            }
        }
        None
    };
    let mut arguments = vec![draw(None)?];
    let first = terms.sort(arguments[0]);
    for index in 1..arity(kind) {
        let sort = match (kind, first) {
            (Kind::BvConcat, _) => None,
            (Kind::Ite, _) if index == 1 => None,
            (Kind::Ite, _) => Some(terms.sort(arguments[1])),
            (Kind::Select | Kind::Store, Sort::Array(i, _)) if index == 1 => Some(i.into()),
            (Kind::Store, Sort::Array(_, e)) => Some(e.into()),
            _ => Some(first),
        };
        arguments.push(draw(sort)?);
    }
    let sorts: Vec<Sort> = arguments.iter().map(|&argument| terms.sort(argument)).collect();
    match result_sort(kind, &sorts)? {
        Sort::BitVec(width) if width > 140 => None,
        // The guard of the named constructors keeps conversions out of range invisible.
        _ => Some(terms.apply(kind, &arguments)),
    }
}

fn check(seed: u64) {
    let mut random = Random::new(seed);
    let mut raw = Terms::without_rewriting();
    let widths: Vec<u32> = match random.below(4) {
        0 => vec![8, 16, 32],
        1 => vec![1, 2, 3],
        2 => vec![16, 64, 80],
        _ => (0..3).map(|_| 1 + random.below(70) as u32).collect(),
    };
    let mut pool = leaves(&mut random, &mut raw, &widths);
    let first = pool.len();
    for _ in 0..200 {
        if let Some(term) = grow(&mut random, &mut raw, &pool, &widths) {
            pool.push(term);
        }
        if pool.len() >= first + 24 {
            break;
        }
    }
    let mut terms = Terms::new();
    let roots: Vec<TermId> = pool[pool.len().saturating_sub(6)..].to_vec();
    let copies: Vec<TermId> =
        roots.iter().map(|&root| rewrite_into(&raw, root, &mut terms)).collect();
    for _ in 0..2 {
        let assignment = random.assignment(&raw);
        let mut before = Evaluator::new(&raw, &assignment);
        let mut after = Evaluator::new(&terms, &assignment);
        for (&root, &copy) in roots.iter().zip(&copies) {
            assert_eq!(raw.sort(root), terms.sort(copy));
            assert_eq!(
                before.evaluate(root),
                after.evaluate(copy),
                "seed {seed}\nraw {}\nrewritten {}\nunder {assignment:?}",
                print_smtlib(&raw, root),
                print_smtlib(&terms, copy)
            );
        }
    }
}

#[test]
fn random_terms_keep_their_values() {
    for seed in 0..20_000 {
        check(seed);
    }
}
