//! How promising a state is: how near it is to code that was never entered.

use std::collections::VecDeque;

use crate::decode::op::Code;
use crate::searcher::Prospect;
use crate::state::{Frame, State};

/// Blocks looked at for one state.
const MOST_BLOCKS: usize = 256;

/// Frames whose places are told, from the outermost on, and the bits that each has.
const MOST_PLACED: usize = 4;
const FRAME_BITS: u32 = 16;
const LAST: u64 = (1 << FRAME_BITS) - 1;

/// Callers looked at for one state.
const MOST_CALLERS: usize = 4;

/// What searchers see of a state; `covered` is how much was entered so far, by which distances are kept.
pub fn prospect(state: &State, covered: u64) -> Prospect {
    let mut nearest = distance(&state.frame, covered);
    for (depth, caller) in state.callers.iter_backwards().take(MOST_CALLERS).enumerate() {
        if nearest.is_some() {
            break;
        }
        nearest = distance(caller, covered).map(|blocks| blocks + 8 * (depth as u32 + 1));
    }
    Prospect {
        distance_to_new: nearest,
        covered_new: state.covered_new,
        trail: state.trail.name(),
        words: state.telling.words(),
        place: place(state),
    }
}

/// Where a state is in the order of loops: the outermost frames decide.
fn place(state: &State) -> u64 {
    if state.frame.code.order.is_empty() {
        return 0;
    }
    let of_frame = |frame: &Frame| {
        let block = frame.code.block_of(frame.next).0 as usize;
        u64::from(frame.code.order.get(block).copied().unwrap_or(0)).min(LAST - 1)
    };
    let outermost = state.callers.len();
    // Who called is behind what is called.
    (0..MOST_PLACED).fold(0, |place, depth| {
        let frame = outermost.checked_sub(depth).and_then(|above| state.frames().nth(above));
        place << FRAME_BITS | frame.map_or(LAST, of_frame)
    })
}

/// Blocks from where a frame is to the nearest one of its function that was never entered.
fn distance(frame: &Frame, covered: u64) -> Option<u32> {
    let code = &frame.code;
    let start = code.block_of(frame.next).0;
    let kept = &code.distances[start as usize];
    if let Some((when, distance)) = kept.get()
        && when == covered
    {
        return distance;
    }
    let distance = measured(code, start);
    kept.set(Some((covered, distance)));
    distance
}

fn measured(code: &Code, start: u32) -> Option<u32> {
    let mut seen = vec![start];
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((block, blocks)) = queue.pop_front() {
        if !code.covered[block as usize].get() {
            return Some(blocks);
        }
        for &next in &code.successors[block as usize] {
            if seen.len() < MOST_BLOCKS && !seen.contains(&next) {
                seen.push(next);
                queue.push_back((next, blocks + 1));
            }
        }
    }
    None
}
