//! Where a term may lie: the interval that the comparisons leave for it, the other sides as they are.

use klew_term::{Evaluator, Kind, TermId, Terms};

use super::place::{mask, narrow_width};

/// Parts of a constraint that are looked at.
const MOST_PARTS: usize = 256;

/// How two terms are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    Less { signed: bool },
}

/// A comparison of bit-vectors of at most 64 bits, or its negation.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    relation: Relation,
    negated: bool,
    left: TermId,
    right: TermId,
}

impl Comparison {
    pub(super) fn of(terms: &Terms, atom: TermId) -> Option<Comparison> {
        Comparison::of_literal(terms, atom, false)
    }

    /// Of an atom, or if `negated` of its negation.
    fn of_literal(terms: &Terms, atom: TermId, negated: bool) -> Option<Comparison> {
        let (atom, negated) = match terms.kind(atom) {
            Kind::Not => (terms.arguments(atom)[0], !negated),
            _ => (atom, negated),
        };
        let relation = match terms.kind(atom) {
            Kind::Eq => Relation::Equal,
            Kind::BvUlt => Relation::Less { signed: false },
            Kind::BvSlt => Relation::Less { signed: true },
            _ => return None,
        };
        let &[left, right] = terms.arguments(atom) else { return None };
        narrow_width(terms, left)?;
        Some(Comparison { relation, negated, left, right })
    }

    /// The comparisons of which one may be enough for a constraint that does not hold: a comparison itself, those
    /// of the parts of a disjunction, of the failing parts of a conjunction, and of the alternative that a choice
    /// takes.
    pub(super) fn alternatives(
        terms: &Terms,
        evaluator: &mut Evaluator<'_>,
        constraint: TermId,
    ) -> Vec<Comparison> {
        let mut found = Vec::new();
        let mut open = vec![(constraint, false)];
        for _ in 0..MOST_PARTS {
            let Some((part, negated)) = open.pop() else { break };
            let arguments = terms.arguments(part);
            match (terms.kind(part), negated) {
                (Kind::Not, _) => open.push((arguments[0], !negated)),
                (Kind::Or | Kind::And, _) => {
                    let fails = |part: &&TermId| {
                        evaluator.evaluate_bool(**part).is_ok_and(|holds| holds == negated)
                    };
                    let parts: Vec<TermId> = arguments.iter().filter(fails).copied().collect();
                    open.extend(parts.into_iter().rev().map(|part| (part, negated)));
                }
                (Kind::Ite, _) => {
                    let taken = evaluator.evaluate_bool(arguments[0]).unwrap_or(false);
                    open.push((arguments[if taken { 1 } else { 2 }], negated));
                }
                _ => found.extend(Comparison::of_literal(terms, part, negated)),
            }
        }
        found
    }

    /// Its sides, that of the newest symbol first: fewer constraints are about it.
    pub(super) fn sides(&self, terms: &Terms) -> [TermId; 2] {
        let newest = |term| terms.symbols(term).last().copied();
        if newest(self.left) > newest(self.right) {
            [self.left, self.right]
        } else {
            [self.right, self.left]
        }
    }
}

/// What is left for a term. Bounds are in an order in which unsigned comparison is right.
struct Interval {
    low: u64,
    high: u64,
    excluded: Vec<u64>,
}

impl Interval {
    fn below(&mut self, bound: u64) -> Option<()> {
        self.high = self.high.min(bound.checked_sub(1)?);
        Some(())
    }

    fn above(&mut self, bound: u64) -> Option<()> {
        self.low = self.low.max(bound.checked_add(1)?);
        Some(())
    }

    /// A comparison with `other`; `first` if the term is on its left.
    fn tighten(&mut self, comparison: &Comparison, first: bool, other: u64) -> Option<()> {
        match (comparison.relation, comparison.negated, first) {
            (Relation::Equal, false, _) => {
                self.low = self.low.max(other);
                self.high = self.high.min(other);
            }
            (Relation::Equal, true, _) => self.excluded.push(other),
            (Relation::Less { .. }, false, true) => self.below(other)?,
            (Relation::Less { .. }, false, false) => self.above(other)?,
            (Relation::Less { .. }, true, true) => self.low = self.low.max(other),
            (Relation::Less { .. }, true, false) => self.high = self.high.min(other),
        }
        Some(())
    }

    /// A value that leaves room on both sides, but stays near a bound where the other side is open: small
    /// inputs make short runs.
    fn choose(&self, width: u32) -> Option<u64> {
        let room = self.high.checked_sub(self.low)?;
        let step = (room / 2).min(1 << (width / 2));
        let middle = match (self.low == 0, self.high == mask(width)) {
            (true, false) => self.high - step,
            (false, true) => self.low + step,
            _ => self.low + room / 2,
        };
        let tries = [middle, middle.saturating_add(1), self.low, self.high];
        let fits =
            |value: &u64| (self.low..=self.high).contains(value) && !self.excluded.contains(value);
        tries.into_iter().find(fits)
    }
}

/// A value of `target`, a side of `failing`, for which all comparisons of it with something else hold.
pub(super) fn value(
    terms: &Terms,
    evaluator: &mut Evaluator<'_>,
    atoms: &[TermId],
    failing: &Comparison,
    target: TermId,
) -> Option<u64> {
    if terms.is_constant(target) {
        return None;
    }
    let width = narrow_width(terms, target)?;
    let signed = match failing.relation {
        Relation::Less { signed } => signed,
        // The order that another comparison of the term uses.
        Relation::Equal => atoms.iter().any(|&atom| {
            Comparison::of(terms, atom).is_some_and(|other| {
                other.relation == Relation::Less { signed: true }
                    && (other.left == target || other.right == target)
            })
        }),
    };
    let flip = if signed { 1 << (width - 1) } else { 0 };
    let mut interval = extent(terms, target, width, signed);
    // The failing one is not among the constraints if it is part of a disjunction.
    let comparisons = atoms.iter().filter_map(|&atom| Comparison::of(terms, atom));
    for comparison in comparisons.chain([*failing]) {
        let first = comparison.left == target;
        let other = match (first, comparison.right == target) {
            (true, false) => comparison.right,
            (false, true) => comparison.left,
            _ => continue,
        };
        let foreign = comparison.relation == Relation::Less { signed: !signed };
        if foreign {
            continue;
        }
        let other = evaluator.evaluate_u64(other).ok()? ^ flip;
        interval.tighten(&comparison, first, other)?;
    }
    Some(interval.choose(width)? ^ flip)
}

/// All values that the term can have, as far as its extension says.
fn extent(terms: &Terms, target: TermId, width: u32, signed: bool) -> Interval {
    let flip = if signed { 1 << (width - 1) } else { 0 };
    let inner = terms.arguments(target).first().and_then(|&inner| narrow_width(terms, inner));
    let (low, high) = match (terms.kind(target), inner) {
        (Kind::BvZeroExtend(_), Some(inner)) => (flip, flip | mask(inner)),
        (Kind::BvSignExtend(_), Some(inner)) if signed => {
            let half = 1 << (inner - 1);
            (flip - half, flip + (half - 1))
        }
        _ => (0, mask(width)),
    };
    Interval { low, high, excluded: Vec::new() }
}
