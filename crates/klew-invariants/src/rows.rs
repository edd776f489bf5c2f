//! Bounds of numbers that are made of variables: of each by itself, of differences and of sums.
//!
//! **Invariant**: a number is computed in more bits than its parts have, so that it is exact.

use klew_term::{BitVecValue, TermId, Terms};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// A number that is bounded.
#[derive(Clone, Debug)]
pub struct Row {
    /// In two's complement.
    pub term: TermId,
    /// The least and the greatest value that was seen; none where there is no such bound.
    pub bounds: Option<(Option<i128>, Option<i128>)>,
    /// How often each was moved.
    moved: (u32, u32),
    /// Whether bounds that move often go nowhere at once.
    gives_up: bool,
}

/// Where bounds go that move.
#[derive(Clone, Debug)]
pub struct Widening {
    /// At these they may stay; in their order.
    pub thresholds: Vec<i128>,
    /// Moves after which a bound goes to the next threshold.
    pub patience: u32,
}

impl Row {
    /// Of which nothing was seen.
    pub fn new(term: TermId) -> Row {
        Row { term, bounds: None, moved: (0, 0), gives_up: false }
    }

    /// The same, of which only bounds are of use that hardly move.
    pub fn giving_up(self) -> Row {
        Row { gives_up: true, ..self }
    }

    /// Whether it was made by [`Row::giving_up`].
    pub fn gives_up(&self) -> bool {
        self.gives_up
    }

    /// Lets a value in. Bounds that move often go to the next threshold, and at last nowhere.
    pub fn add(&mut self, value: i128, widening: &Widening) {
        let thresholds = if self.gives_up { &[][..] } else { &widening.thresholds };
        let Some((low, high)) = &mut self.bounds else {
            self.bounds = Some((Some(value), Some(value)));
            return;
        };
        if low.is_some_and(|low| value < low) {
            self.moved.0 += 1;
            *low = match self.moved.0 <= widening.patience {
                true => Some(value),
                false => thresholds.iter().rev().find(|threshold| **threshold <= value).copied(),
            };
        }
        if high.is_some_and(|high| value > high) {
            self.moved.1 += 1;
            *high = match self.moved.1 <= widening.patience {
                true => Some(value),
                false => thresholds.iter().find(|threshold| **threshold >= value).copied(),
            };
        }
    }

    /// Forgets a bound, the one whose fact is said to be it; whether there is one.
    pub fn forget(
        &mut self,
        terms: &mut Terms,
        is_it: impl Fn(&mut Terms, TermId) -> bool,
    ) -> bool {
        let Some((low, high)) = self.bounds else { return false };
        for bounds in [(None, high), (low, None)] {
            let others = Row { bounds: Some(bounds), ..self.clone() }.facts(terms);
            let mut own = self.facts(terms).into_iter().filter(|fact| !others.contains(fact));
            if own.any(|fact| is_it(terms, fact)) {
                self.bounds = Some(bounds);
                return true;
            }
        }
        false
    }

    /// The bounds as facts.
    pub fn facts(&self, terms: &mut Terms) -> Vec<TermId> {
        let Some((low, high)) = self.bounds else { return Vec::new() };
        let width = terms.width(self.term);
        // A threshold that is no number of that width bounds nothing.
        let half = 1_i128 << (width - 1).min(126);
        let low = low.filter(|low| *low > -half);
        let high = high.filter(|high| *high < half - 1);
        let constant = |terms: &mut Terms, value: i128| {
            terms.bv_value(BitVecValue::from_bigint(width, &BigInt::from(value)))
        };
        let mut facts = Vec::new();
        if let (Some(low), Some(high)) = (low, high)
            && low == high
        {
            let value = constant(terms, low);
            return vec![terms.eq(self.term, value)];
        }
        if let Some(low) = low {
            let low = constant(terms, low);
            facts.push(terms.bv_sge(self.term, low));
        }
        if let Some(high) = high {
            let high = constant(terms, high);
            facts.push(terms.bv_sle(self.term, high));
        }
        facts
    }
}

/// A bit-vector as a number in two's complement.
pub fn signed(value: &BitVecValue) -> Option<i128> {
    value.to_bigint_signed().to_i128()
}
