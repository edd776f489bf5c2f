//! The order in which instances of blocks are taken up, and how often loops turn.
//!
//! **Invariant**: when an instance is taken up, all edges into it are known.

use std::rc::Rc;

use klew_ir::{BlockCall, BlockId, loop_forest::LoopId};
use klew_term::TermId;

use super::unfolder::{Cursor, Frame, Incoming, Pending, Shape, Turns, Unfolder};

/// The turns of a loop that do not count where its own condition is known, even if something else may leave it.
const MOST_DECIDED: u32 = 64;

impl Unfolder<'_> {
    pub(super) fn key(
        &self,
        frame: &Frame,
        shape: &Shape,
        block: BlockId,
        turns: &Turns,
    ) -> Vec<u32> {
        let mut key = frame.prefix.clone();
        let mut turns = turns.iter();
        for (place, inside) in shape.forest.place(block) {
            key.push(*place);
            if inside.is_some() {
                key.push(turns.next().map_or(0, |(turn, _)| *turn));
            }
        }
        key.push(0);
        key
    }

    pub(super) fn enqueue(
        &mut self,
        key: Vec<u32>,
        frame: Rc<Frame>,
        block: BlockId,
        next: usize,
        turns: Turns,
        incoming: Vec<Incoming>,
    ) {
        if incoming.is_empty() {
            return;
        }
        match self.pending.entry(key) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(Pending { frame, block, next, turns, incoming });
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                debug_assert!(
                    Rc::ptr_eq(&known.frame, &frame) && (known.block, known.next) == (block, next),
                    "two instances have one place"
                );
                for (known, new) in known.turns.iter_mut().zip(turns) {
                    known.1 = known.1.max(new.1);
                }
                known.incoming.extend(incoming);
            }
        }
    }

    /// The turns of the loops around the next block; none if a bound is passed. Notes loops that are left.
    pub(super) fn turns(&mut self, cursor: &Cursor, shape: &Shape, to: BlockId) -> Option<Turns> {
        let here: Vec<LoopId> = shape.forest.around(cursor.block).collect();
        let there: Vec<LoopId> = shape.forest.around(to).collect();
        let frame = &cursor.frame.prefix;
        let mut turns: Turns = Vec::new();
        let mut same = true;
        for (level, &inside) in there.iter().enumerate() {
            same &= here.get(level) == Some(&inside);
            if !same {
                turns.push((0, 0));
                continue;
            }
            let (turn, counted) = cursor.turns[level];
            if shape.forest.is_header(inside, to) {
                let until: Vec<u32> =
                    cursor.turns[..=level].iter().map(|(turn, _)| *turn).collect();
                let place = (frame.clone(), inside, until);
                let stays = turn < MOST_DECIDED && self.stayed.contains(&place);
                let counts = !stays && self.left.contains(&place);
                let counted = counted + u32::from(counts);
                if counted > self.bounds.iterations {
                    return None;
                }
                turns.push((turn + 1, counted));
                same = false;
            } else {
                turns.push((turn, counted));
            }
        }
        for (level, &inside) in here.iter().enumerate() {
            if there.get(level) != Some(&inside) {
                for (level, &inside) in here.iter().enumerate().skip(level) {
                    let until = cursor.turns[..=level].iter().map(|(turn, _)| *turn).collect();
                    self.left.insert((frame.clone(), inside, until));
                }
                break;
            }
        }
        Some(turns)
    }

    /// Notes that the condition at the head or the end of a loop's turn is known, and keeps the run in the loop.
    pub(super) fn note_stay(
        &mut self,
        cursor: &Cursor,
        shape: &Shape,
        avoided: BlockId,
        live: &[(TermId, &BlockCall)],
    ) {
        let common = shape.forest.common(cursor.block, avoided);
        for (level, inside) in shape.forest.around(cursor.block).enumerate().skip(common) {
            let decides = shape.forest.is_header(inside, cursor.block)
                || live.iter().any(|(_, call)| shape.forest.is_header(inside, call.block));
            if decides {
                let until = cursor.turns[..=level].iter().map(|(turn, _)| *turn).collect();
                self.stayed.insert((cursor.frame.prefix.clone(), inside, until));
            }
        }
    }
}
