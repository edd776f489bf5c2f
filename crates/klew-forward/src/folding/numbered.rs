//! Chains that are numbered: the number at some place of each node is one more, or one less, than that of the node before.
//!
//! Source: data constraints on list segments that relate each node with its successor (A. Bouajjani, C. Drăgoi, C. Enea, M. Sighireanu, *On
//! Inter-procedural Analysis of Programs with Lists and Data*, PLDI 2011), of the form `next = own ± 1`, told by their two ends.
//!
//! **Invariant**: of a segment that is numbered from `first` on as far as `behind`, the first node holds `first`, each other one the number next
//! to that of the node before, and the number next to the last one's is `behind`. Where there is no node, the two are the same. All that modulo
//! the width of the number.

use std::rc::Rc;

use klew_ir::Type;
use klew_memory::{ObjectId, Value};
use klew_term::TermId;
use rustc_hash::FxHashSet;

use super::counts::Change;
use super::segment::{Links, Segment, Side};
use super::sorted::{numbers_of, term_at};
use super::widening::{Changing, History, Thresholds};
use crate::machine::{Machine, Step};
use crate::state::State;

/// An end may be so far from a number that changed in the same turn.
const FAR: i64 = 2;

/// How the nodes of a segment are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// Where in the node.
    pub offset: u64,
    /// Bits of the number.
    pub width: u32,
    /// Whether each is one less than the one before.
    pub falls: bool,
    /// The first node's.
    pub first: TermId,
    /// What follows that of the last.
    pub behind: TermId,
}

impl Numbered {
    /// Whether both are of the same place and go the same way.
    pub fn is_like(&self, other: &Numbered) -> bool {
        (self.offset, self.width, self.falls) == (other.offset, other.width, other.falls)
    }

    fn first_end(&mut self) -> &mut TermId {
        &mut self.first
    }

    fn behind_end(&mut self) -> &mut TermId {
        &mut self.behind
    }
}

impl Machine<'_> {
    /// A number that is so many steps on.
    fn stepped(&mut self, known: &Numbered, from: TermId, is_back: bool) -> TermId {
        let one = self.terms.bv(known.width, 1);
        match known.falls == is_back {
            true => self.terms.bv_add(from, one),
            false => self.terms.bv_sub(from, one),
        }
    }

    /// All ways in which a node by itself is numbered.
    pub(super) fn numbered_alone(
        &mut self,
        state: &State,
        (node, links): (ObjectId, &Links),
    ) -> Vec<Numbered> {
        let mut found = Vec::new();
        for (offset, width) in numbers_of(self, state, node, links) {
            let Some(first) = term_at(self, state, node, (offset, width)) else { continue };
            for falls in [false, true] {
                let mut known = Numbered { offset, width, falls, first, behind: first };
                known.behind = self.stepped(&known, first, false);
                found.push(known);
            }
        }
        found
    }

    /// The ways that are left when a node joins on a side.
    pub(super) fn numbered_with(
        &mut self,
        state: &State,
        all: &[Numbered],
        node: ObjectId,
        side: Side,
    ) -> Vec<Numbered> {
        let joined = |machine: &mut Self, known: &Numbered| {
            let number = term_at(machine, state, node, (known.offset, known.width))?;
            let next = machine.stepped(known, number, false);
            let (one, other) = match side {
                Side::Front => (next, known.first),
                Side::Back => (number, known.behind),
            };
            machine.are_same(state, one, other).then_some(match side {
                Side::Front => Numbered { first: number, ..*known },
                Side::Back => Numbered { behind: next, ..*known },
            })
        };
        all.iter().filter_map(|known| joined(self, known)).collect()
    }

    /// The ways in which two segments are numbered as one.
    pub(super) fn numbered_together(
        &mut self,
        state: &State,
        (front, back): (&[Numbered], &[Numbered]),
    ) -> Vec<Numbered> {
        let mut found = Vec::new();
        for one in front {
            let Some(other) = back.iter().find(|other| one.is_like(other)) else { continue };
            if self.are_same(state, one.behind, other.first) {
                found.push(Numbered { behind: other.behind, ..*one });
            }
        }
        found
    }

    fn are_same(&mut self, state: &State, one: TermId, other: TermId) -> bool {
        let same = self.terms.eq(one, other);
        self.terms.as_bool(same).unwrap_or_else(|| self.is_always(state, same))
    }

    /// Says of a node that was unfolded on a side which number it has; what is left is numbered from the next one on.
    pub(super) fn takes_number(
        &mut self,
        state: &mut State,
        rest: &mut Segment,
        node: ObjectId,
        side: Side,
    ) -> Step<()> {
        for at in 0..rest.numbered.len() {
            let known = rest.numbered[at];
            // Fewer nodes than there are numbers fill the memory.
            if known.width >= self.pointer_bits() {
                let same = self.terms.eq(known.first, known.behind);
                let differ = self.terms.not(same);
                self.take_as_fact(state, differ)?;
            }
            let expected = match side {
                Side::Front => known.first,
                Side::Back => self.stepped(&known, known.behind, true),
            };
            if let Some(number) = term_at(self, state, node, (known.offset, known.width)) {
                self.suppose_same(state, (number, expected));
                let same = self.terms.eq(number, expected);
                self.take_as_fact(state, same)?;
                let (number, expected) =
                    (Type::Int(known.width), klew_memory::from_term(self.terms, expected));
                state.memory.store(self.terms, node, known.offset, number, expected);
            }
            match side {
                Side::Front => rest.numbered[at].first = self.stepped(&known, expected, false),
                Side::Back => rest.numbered[at].behind = expected,
            }
        }
        Ok(())
    }

    /// Has a new symbol have the value of a number in the run that is known of a state, if that is a run then, too: no solver needs to look for one.
    fn suppose_same(&mut self, state: &mut State, (new, number): (TermId, TermId)) -> Option<()> {
        let symbol = self.terms.as_symbol(new)?;
        let mut model = state.model.clone()?;
        let value = self.evaluate(&model, number).ok()?;
        Rc::make_mut(&mut model).set(symbol, value);
        for known in state.path.about(&FxHashSet::from_iter([symbol])) {
            let is_about = self.terms.symbols(known).contains(&symbol);
            if is_about && !self.holds(&model, known).ok()? {
                return None;
            }
        }
        state.model = Some(model);
        Some(())
    }

    /// Says that a segment has no node, whose ends are one number then.
    pub(super) fn has_no_number(&mut self, state: &mut State, segment: &Segment) -> Step<()> {
        for known in &segment.numbered {
            let same = self.terms.eq(known.first, known.behind);
            self.take_as_fact(state, same)?;
        }
        Ok(())
    }

    /// Makes any number of the ends that moved in the last turn, as far as they did not move with other numbers; whether there were any.
    pub(super) fn widen_numbered(
        &mut self,
        state: &mut State,
        history: &History<'_>,
        thresholds: &Thresholds,
        changes: &mut Vec<Change>,
    ) -> bool {
        let segments: Vec<ObjectId> = state.segments.iter().map(|(id, _)| id).collect();
        let mut any = false;
        for id in segments {
            let Some(mut segment) = state.segments.get(id).cloned() else { continue };
            for known in &mut segment.numbered {
                let [then, earlier] = [Some(history.last), history.before].map(|state| {
                    let same = |other: &&Numbered| known.is_like(other);
                    state?.segments.get(id)?.numbered.iter().find(same).copied()
                });
                for of in [Numbered::first_end, Numbered::behind_end] {
                    let [then, earlier] = [then, earlier].map(|it| it.map(|mut it| *of(&mut it)));
                    let now = of(known);
                    let Some(then) = then.filter(|then| *then != *now) else { continue };
                    let width = self.terms.width(*now);
                    let value = |term| klew_memory::from_term(self.terms, term);
                    let is_due = match earlier {
                        Some(earlier) => {
                            let turns = (value(earlier), value(then), value(*now));
                            history.changing.takes(turns, width)
                        }
                        None => history.changing == Changing::Any,
                    };
                    let ways = (thresholds, is_due);
                    if let Some(new) = self.widened_end(state, (then, *now), ways, changes) {
                        *now = new;
                        any = true;
                    }
                }
            }
            state.segments.insert(id, segment);
        }
        any
    }

    fn widened_end(
        &mut self,
        state: &mut State,
        (then, now): (TermId, TermId),
        (thresholds, is_due): (&Thresholds, bool),
        changes: &mut Vec<Change>,
    ) -> Option<TermId> {
        if let Some(new) = self.moved_along(state, now, changes) {
            return Some(new);
        }
        if !is_due {
            return None;
        }
        let (width, ends) = (self.terms.width(now), (Value::Term(then), Value::Term(now)));
        let Value::Term(new) = self.widened(state, ends, width, thresholds)? else { return None };
        changes.push(Change { last: Some(then), now, new });
        Some(new)
    }

    /// A number that is as far from what took the place of some other as it is from that.
    pub(super) fn moved_along(
        &mut self,
        state: &State,
        now: TermId,
        changes: &[Change],
    ) -> Option<TermId> {
        changes.iter().find_map(|change| self.moved_with(state, now, change))
    }

    /// What took the place of a number, moved as far as the end is from that.
    fn moved_with(&mut self, state: &State, now: TermId, change: &Change) -> Option<TermId> {
        let steps = self.steps_from(state, now, change.now)?;
        Some(self.terms.bv_add(change.new, steps))
    }

    /// By how much a number is more than another in all runs, if that is one small number.
    pub(super) fn steps_from(
        &mut self,
        state: &State,
        number: TermId,
        other: TermId,
    ) -> Option<TermId> {
        if self.terms.sort(number) != self.terms.sort(other) {
            return None;
        }
        let model = state.model.clone()?;
        let apart = self.terms.bv_sub(number, other);
        let value = self.evaluate(&model, apart).ok()?;
        if value.as_bitvec()?.to_i64()?.abs() > FAR {
            return None;
        }
        let value = self.terms.constant(&value);
        self.are_same(state, apart, value).then_some(value)
    }
}

/// Whether a segment of several nodes is numbered.
pub(super) fn any(state: &State) -> bool {
    state.segments.iter().any(|(_, segment)| segment.least > 1 && !segment.numbered.is_empty())
}

/// Whether a segment of a state is numbered in a way that it was not a turn ago.
pub(super) fn any_is_new(state: &State, last: &State) -> bool {
    state.segments.iter().any(|(id, segment)| {
        let then = last.segments.get(id).map_or(&[][..], |then| &then.numbered);
        segment.numbered.iter().any(|known| !then.iter().any(|other| known.is_like(other)))
    })
}

/// The ends of segments that are what they were a turn ago.
pub(super) fn lasting_ends(state: &State, last: &State) -> Vec<TermId> {
    let mut found = Vec::new();
    for (id, segment) in state.segments.iter() {
        let then = last.segments.get(id).map_or(&[][..], |then| &then.numbered);
        for known in &segment.numbered {
            let Some(then) = then.iter().find(|other| known.is_like(other)) else { continue };
            found.extend((known.first == then.first).then_some(known.first));
            found.extend((known.behind == then.behind).then_some(known.behind));
        }
    }
    found
}
