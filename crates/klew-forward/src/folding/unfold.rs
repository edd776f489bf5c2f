//! What is about to be read or written of a segment becomes nodes again: the segment has a node more to tell, or is empty.
//!
//! Source: materialisation in symbolic memory graphs (Dudka, Peringer, Vojnar, SAS 2013, section 4.1).
//!
//! **Invariant**: the states that come of it together stand for whatever the state stood for.

use klew_ir::Type;
use klew_memory::{ObjectId, Value};

use super::fold::drop_object;
use super::segment::{Segment, Side, numbers};
use crate::ending::PathEndKind;
use crate::machine::{Machine, Step};
use crate::place::Place;
use crate::state::State;

/// What may be found there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// No node.
    Nothing,
    /// A node of that template.
    Node(usize),
}

impl Machine<'_> {
    /// As `unfold`, of a place that an instruction accesses.
    #[inline]
    pub fn unfold_place(&mut self, state: &mut State, place: Place, size: u64) -> Step<bool> {
        match place {
            _ if state.segments.is_empty() => Ok(false),
            Place::At(object, offset) => self.unfold(state, object, Some((offset, size))),
            Place::Within(object, _) => self.unfold(state, object, None),
        }
    }

    /// As `unfold`, of an object of which any byte may be accessed.
    #[inline]
    pub fn unfold_whole(&mut self, state: &mut State, object: ObjectId) -> Step<bool> {
        match state.segments.is_empty() {
            true => Ok(false),
            false => self.unfold(state, object, None),
        }
    }

    /// Unfolds a segment that bytes of an object point to, if there is one. Whether there was: then states may have been forked, and
    /// the instruction is to be run again.
    fn unfold(
        &mut self,
        state: &mut State,
        object: ObjectId,
        bytes: Option<(u64, u64)>,
    ) -> Step<bool> {
        let Some((at, segment)) = segment_at(state, object, bytes) else { return Ok(false) };
        let Some(known) = state.segments.get(segment) else { return Ok(false) };
        let side = match known.holder == (object, at) {
            true => Side::Front,
            false if known.behind == Some((object, at)) => Side::Back,
            false => return Err(self.unsupported(state, "a pointer to a segment of a list")),
        };
        let mut cases = cases(known, side).into_iter();
        let Some(own) = cases.next() else { return Err(PathEndKind::Infeasible) };
        for found in cases {
            let mut other = Box::new(state.clone());
            other.id = self.run.new_state();
            match self.unfold_as(&mut other, segment, side, found) {
                Ok(()) => {
                    self.run.statistics.forks += 1;
                    self.run.forked.push(other);
                }
                // There are not so many nodes, or not so few.
                Err(PathEndKind::Infeasible) => {}
                Err(end) => return Err(end),
            }
        }
        self.unfold_as(state, segment, side, own)?;
        Ok(true)
    }

    fn unfold_as(&mut self, state: &mut State, id: ObjectId, side: Side, found: Found) -> Step<()> {
        let Some(segment) = state.segments.get(id).cloned() else { return Ok(()) };
        let Found::Node(number) = found else {
            self.close_gap(state, id, &segment)?;
            return self.model(state).map(|_| ());
        };
        let Some(template) = segment.templates.get(number) else { return Ok(()) };
        let copies = self.make_node(state, template)?;
        self.keep_sorted(state, template, &copies, side);
        let node = copies[&template.node()];
        if segment.is_tree {
            self.put_root(state, (id, &segment), node)?;
            self.settle(state)?;
            return self.model(state).map(|_| ());
        }
        let mut rest = segment.clone();
        rest.least = segment.least.saturating_sub(1);
        self.takes_one(state, &mut rest)?;
        self.takes_number(state, &mut rest, node, side)?;
        let is_alone = match side {
            Side::Front => self.put_first(state, id, node, (&segment, &mut rest, number)),
            Side::Back => self.put_last(state, id, node, (&segment, &mut rest, number)),
        };
        rest.write(self.terms, &mut state.memory, id);
        state.segments.insert(id, rest.clone());
        if is_alone {
            self.close_gap(state, id, &rest)?;
        }
        self.settle(state)?;
        self.model(state).map(|_| ())
    }

    /// Puts a new node between the holder and the rest; whether there can be no rest.
    fn put_first(
        &mut self,
        state: &mut State,
        id: ObjectId,
        node: ObjectId,
        (segment, rest, number): (&Segment, &mut Segment, usize),
    ) -> bool {
        let (links, next) = (segment.links, segment.templates[number].next);
        self.replace_handle(state, id, segment.holder, Value::Pointer(node, links.into));
        self.write_pointer(state, (node, next), Value::Pointer(id, links.into));
        if let Some((at, into)) = links.back {
            self.write_pointer(state, (node, at), segment.begin);
            rest.begin = Value::Pointer(node, into);
        }
        rest.holder = (node, next);
        rest.first = segment.follows[number];
        if segment.last & 1 << number == 0 {
            rest.least = rest.least.max(1);
        }
        rest.first == 0
    }

    /// Puts a new node between the rest and what is behind; whether there can be no rest.
    fn put_last(
        &mut self,
        state: &mut State,
        id: ObjectId,
        node: ObjectId,
        (segment, rest, number): (&Segment, &mut Segment, usize),
    ) -> bool {
        let (links, next) = (segment.links, segment.templates[number].next);
        self.write_pointer(state, (node, next), segment.end);
        rest.end = Value::Pointer(node, links.into);
        if let Some((at, into)) = links.back {
            if let Some(behind) = segment.behind {
                self.replace_handle(state, id, behind, Value::Pointer(node, into));
            }
            self.write_pointer(state, (node, at), Value::Pointer(id, into));
            rest.behind = Some((node, at));
        }
        rest.last = segment.preceding(number);
        if segment.first & 1 << number == 0 {
            rest.least = rest.least.max(1);
        }
        rest.last == 0
    }

    /// A segment without nodes, as it has to be for that, goes: what it was between is linked.
    fn close_gap(&mut self, state: &mut State, id: ObjectId, segment: &Segment) -> Step<()> {
        self.has_none(state, segment)?;
        self.has_no_number(state, segment)?;
        self.replace_handle(state, id, segment.holder, segment.end);
        if let Some(behind) = segment.behind {
            self.replace_handle(state, id, behind, segment.begin);
        }
        forget(state, id);
        Ok(())
    }

    /// Writes over a pointer to a segment, unless it went with its object.
    pub(super) fn replace_handle(
        &mut self,
        state: &mut State,
        id: ObjectId,
        cell: (ObjectId, u64),
        value: Value,
    ) {
        let word = u64::from(self.pointer_bits() / 8);
        if segment_at(state, cell.0, Some((cell.1, word))) == Some((cell.1, id)) {
            self.write_pointer(state, cell, value);
        }
    }

    pub(super) fn write_pointer(
        &mut self,
        state: &mut State,
        (object, at): (ObjectId, u64),
        value: Value,
    ) {
        state.memory.store(self.terms, object, at, Type::Pointer, value);
    }
}

/// A segment and its templates are no more.
pub(super) fn forget(state: &mut State, id: ObjectId) {
    let Some(segment) = state.segments.get(id).cloned() else { return };
    drop_object(state, id);
    for part in segment.templates.iter().flat_map(|template| &template.parts) {
        drop_object(state, *part);
    }
}

/// What may be found on a side of a segment.
fn cases(segment: &Segment, side: Side) -> Vec<Found> {
    let (ends, other) = match side {
        Side::Front => (segment.first, segment.last),
        Side::Back => (segment.last, segment.first),
    };
    let nothing = (segment.least == 0).then_some(Found::Nothing);
    let goes_on = |number: usize| match side {
        Side::Front => segment.follows[number] != 0,
        Side::Back => segment.preceding(number) != 0,
    };
    let is_possible = |number: &usize| {
        // The last of them, or one that others come after.
        let may_be_alone = other & 1 << number != 0 && segment.least <= 1;
        may_be_alone || goes_on(*number)
    };
    let nodes = numbers(ends).filter(is_possible).map(Found::Node);
    nothing.into_iter().chain(nodes).collect()
}

/// The first place among bytes of an object (all, if none are said) that points to a segment, and the segment.
fn segment_at(
    state: &State,
    object: ObjectId,
    bytes: Option<(u64, u64)>,
) -> Option<(u64, ObjectId)> {
    // Nothing is looked at where there are none: bytes that are copied may be many.
    state.segments.iter().next()?;
    let size = state.memory.object(object)?.concrete_size()?;
    let (from, length) = bytes.unwrap_or((0, size));
    let end = from.checked_add(length)?.min(size);
    let pointers = state.memory.pointers_in(object).into_iter();
    let mut within = pointers.filter(|(at, bytes, _)| at + bytes > from && *at < end);
    within.find_map(|(at, _, value)| match value {
        Value::Pointer(to, _) => state.segments.get(to).map(|_| (at, to)),
        _ => None,
    })
}
