//! How many nodes segments have, and that sums and differences of these numbers and of others stay what they were a turn ago: a counter that
//! is kept beside a list is its length.
//!
//! Source: lengths of list segments as counters (A. Bouajjani et al., *Programs with Lists Are Counter Automata*, CAV 2006); equations between
//! two numbers, as far as a turn keeps them (M. Karr, *Affine Relationships Among Variables of a Program*, 1976).
//!
//! **Invariant**: a segment's count, where it is told, is the number of its nodes in every run: 64 bits, which no memory fills. A counter of
//! fewer bits is equal to the count's lowest bits only.
//! **Invariant**: an equation is added where all runs of the state satisfied it before symbols took the place of its numbers.

use std::rc::Rc;

use klew_memory::ObjectId;
use klew_term::{Kind, Sort, SymbolId, TermId, Terms};
use rustc_hash::FxHashSet;

use super::segment::Segment;
use crate::ending::PathEndKind;
use crate::machine::{Machine, Step};
use crate::state::State;

/// Bits of a count.
const BITS: u32 = 64;

/// Numbers that changed in a turn and are compared with counts.
const MOST_NUMBERS: usize = 6;

/// What became of a number: what it was a turn ago, if that is known, what it is, and the symbol that took its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) last: Option<TermId>,
    pub(super) now: TermId,
    pub(super) new: TermId,
}

impl Change {
    /// The same of what becomes of each.
    fn map(self, mut of: impl FnMut(TermId) -> TermId) -> Change {
        Change { last: self.last.map(&mut of), now: of(self.now), new: of(self.new) }
    }
}

/// What may stay the same of a count and another number.
#[derive(Clone, Copy)]
enum Combination {
    /// The count less the other.
    Difference,
    /// Both together.
    Sum,
}

impl Combination {
    fn of(self, terms: &mut Terms, count: TermId, other: TermId) -> TermId {
        match self {
            Combination::Difference => terms.bv_sub(count, other),
            Combination::Sum => terms.bv_add(count, other),
        }
    }

    /// What the count is if it and the other come to a value.
    fn count(self, terms: &mut Terms, other: TermId, value: TermId) -> TermId {
        match self {
            Combination::Difference => terms.bv_add(value, other),
            Combination::Sum => terms.bv_sub(value, other),
        }
    }

    /// What the other is if the count and it come to a value.
    fn other(self, terms: &mut Terms, count: TermId, value: TermId) -> TermId {
        match self {
            Combination::Difference => terms.bv_sub(count, value),
            Combination::Sum => terms.bv_sub(value, count),
        }
    }
}

impl Machine<'_> {
    /// The count of no nodes.
    pub(super) fn count_of_none(&mut self) -> TermId {
        self.terms.bv(BITS, 0)
    }

    /// The count of a node by itself.
    pub(super) fn count_of_one(&mut self) -> TermId {
        self.terms.bv(BITS, 1)
    }

    /// The sum of two counts; nothing if one is not told.
    pub(super) fn count_with(
        &mut self,
        one: Option<TermId>,
        other: Option<TermId>,
    ) -> Option<TermId> {
        let (one, other) = (one?, other?);
        Some(self.terms.bv_add(one, other))
    }

    /// Says that a segment has no node.
    pub(super) fn has_none(&mut self, state: &mut State, segment: &Segment) -> Step<()> {
        let Some(count) = segment.count else { return Ok(()) };
        let zero = self.terms.bv(BITS, 0);
        let is_empty = self.terms.eq(count, zero);
        self.take_as_fact(state, is_empty)
    }

    /// Takes one node of a segment, which it has to have for that.
    pub(super) fn takes_one(&mut self, state: &mut State, segment: &mut Segment) -> Step<()> {
        let Some(count) = segment.count else { return Ok(()) };
        let (zero, one) = (self.terms.bv(BITS, 0), self.terms.bv(BITS, 1));
        let is_empty = self.terms.eq(count, zero);
        let has_some = self.terms.not(is_empty);
        segment.count = Some(self.terms.bv_sub(count, one));
        self.take_as_fact(state, has_some)
    }

    /// Adds what is so.
    pub(super) fn take_as_fact(&mut self, state: &mut State, fact: TermId) -> Step<()> {
        match self.terms.as_bool(fact) {
            Some(false) => Err(PathEndKind::Infeasible),
            _ => self.add_fact(state, fact),
        }
    }

    /// Says the counts that differ from those of the last turn by numbers and other counts that were widened, where the turn kept a sum or a
    /// difference; the others may be any number, of which at most the lowest bits are known. Whether there were any.
    pub(super) fn widen_counts(
        &mut self,
        state: &mut State,
        last: &State,
        numbers: &[Change],
    ) -> bool {
        let counts: Vec<(ObjectId, TermId)> = (state.segments.iter())
            .filter_map(|(id, segment)| Some((id, segment.count?)))
            .collect();
        let numbers = &numbers[..numbers.len().min(MOST_NUMBERS)];
        let mut changes: Vec<Change> = Vec::new();
        for (id, now) in counts {
            let last = last.segments.get(id).and_then(|segment| segment.count);
            if last == Some(now) {
                continue;
            }
            let said = self.said_by_others(state, (last, now), numbers, &changes);
            let Some(new) = said.or_else(|| self.any_count(state, (last, now), numbers)) else {
                break;
            };
            if let Some(mut segment) = state.segments.remove(id) {
                segment.count = Some(new);
                let least = self.terms.bv(BITS, u64::from(segment.least));
                state.segments.insert(id, segment);
                let has_least = self.terms.bv_sle(least, new);
                // As every count it is told of nodes that there are.
                if self.add_fact(state, has_least).is_err() {
                    break;
                }
            }
            changes.push(Change { last, now, new });
        }
        !changes.is_empty()
    }

    /// A count as what it was to a number, or to another count, if a turn kept that.
    fn said_by_others(
        &mut self,
        state: &State,
        count: (Option<TermId>, TermId),
        numbers: &[Change],
        counts: &[Change],
    ) -> Option<TermId> {
        numbers.iter().chain(counts).find_map(|other| {
            let width = self.terms.width(other.new);
            let wide = (width <= BITS).then(|| {
                other.map(
                    |term| if width < BITS { self.terms.bv_sign_extend(term, BITS) } else { term },
                )
            })?;
            let (combine, value) = self.kept_by_turn(state, count, wide)?;
            Some(combine.count(self.terms, wide.new, value))
        })
    }

    /// A new symbol for a count, with the lowest bits that a number told.
    fn any_count(
        &mut self,
        state: &mut State,
        (last, now): (Option<TermId>, TermId),
        numbers: &[Change],
    ) -> Option<TermId> {
        let mut model = state.model.clone()?;
        let value = self.evaluate(&model, now).ok()?;
        let symbol = self.terms.fresh_symbol("nodes of a segment", Sort::BitVec(BITS));
        Rc::make_mut(&mut model).set(symbol, value);
        state.model = Some(model);
        let new = self.terms.symbol_term(symbol);
        for other in numbers {
            let width = self.terms.width(other.new);
            if width >= BITS {
                continue;
            }
            let last = last.map(|last| self.lowest_bits(last, width));
            let (now, new) = (self.lowest_bits(now, width), self.lowest_bits(new, width));
            if let Some((combine, value)) = self.kept_by_turn(state, (last, now), *other) {
                // A solver puts the one in the place of the other.
                let other_is = combine.other(self.terms, new, value);
                let stays = self.terms.eq(other.new, other_is);
                self.constrain(state, stays, true);
                break;
            }
        }
        Some(new)
    }

    /// What a turn kept of a count and a number, and its value.
    fn kept_by_turn(
        &mut self,
        state: &State,
        (last, now): (Option<TermId>, TermId),
        other: Change,
    ) -> Option<(Combination, TermId)> {
        [Combination::Difference, Combination::Sum].into_iter().find_map(|combine| {
            let is = combine.of(self.terms, now, other.now);
            // What the last turn does not tell may be a constant.
            let value = match last.zip(other.last) {
                Some(last) => self.stays_at(state, combine, last),
                None => self.constant(state, is)?,
            };
            let stays = self.terms.eq(is, value);
            self.is_always(state, stays).then_some((combine, value))
        })
    }

    /// The lowest bits of a sum are the sum of lowest bits, which needs no carry from elsewhere.
    fn lowest_bits(&mut self, term: TermId, width: u32) -> TermId {
        let arguments = self.terms.arguments(term).to_vec();
        match (self.terms.kind(term), &arguments[..]) {
            (Kind::BvAdd, &[one, other]) => {
                let (one, other) = (self.lowest_bits(one, width), self.lowest_bits(other, width));
                self.terms.bv_add(one, other)
            }
            (Kind::BvNeg, &[one]) => {
                let one = self.lowest_bits(one, width);
                self.terms.bv_neg(one)
            }
            (Kind::BvSignExtend(_), &[one]) if self.terms.width(one) == width => one,
            _ => self.terms.bv_extract(term, width - 1, 0),
        }
    }

    /// The number that a term is in some run.
    fn constant(&mut self, state: &State, term: TermId) -> Option<TermId> {
        let model = state.model.clone()?;
        let value = self.evaluate(&model, term).ok()?;
        Some(self.terms.constant(&value))
    }

    /// What a count and another number come to: as an earlier turn said, so that equations of many turns are no chain.
    fn stays_at(
        &mut self,
        state: &State,
        combine: Combination,
        (count, other): (TermId, TermId),
    ) -> TermId {
        let own: FxHashSet<SymbolId> = (self.terms.symbols(count).iter())
            .chain(self.terms.symbols(other).iter())
            .copied()
            .collect();
        for known in state.path.about(&own) {
            let (Kind::Eq, &[one, two]) = (self.terms.kind(known), self.terms.arguments(known))
            else {
                continue;
            };
            for (side, is) in [(one, two), (two, one)] {
                let value = match side {
                    _ if side == count => combine.of(self.terms, is, other),
                    _ if side == other => combine.of(self.terms, count, is),
                    _ => continue,
                };
                if !self.terms.symbols(value).iter().any(|symbol| own.contains(symbol)) {
                    return value;
                }
            }
        }
        combine.of(self.terms, count, other)
    }
}
