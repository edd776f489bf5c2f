//! How promising a state is: how near it is to code that was never entered.

use std::collections::VecDeque;

use crate::decode::op::Code;
use crate::searcher::Prospect;
use crate::state::{Frame, State};

/// Blocks looked at for one state.
const MOST_BLOCKS: usize = 256;

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
    }
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
