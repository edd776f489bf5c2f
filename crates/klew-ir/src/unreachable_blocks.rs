//! Removal of blocks that control never comes to.
//!
//! **Invariant**: the other blocks keep their order; the entry stays the first.

use crate::{BlockId, Definition, control_flow::ControlFlow};

/// Removes them; whether there were any. Values that they defined stay in the list of values.
pub fn remove_unreachable_blocks(definition: &mut Definition) -> bool {
    let flow = ControlFlow::new(definition);
    let count = definition.blocks.len();
    if flow.reverse_postorder().len() == count {
        return false;
    }
    let mut renumbered = vec![BlockId(0); count];
    let mut next = 0;
    for (index, new) in renumbered.iter_mut().enumerate() {
        if flow.is_reachable(BlockId(index as u32)) {
            *new = BlockId(next);
            next += 1;
        }
    }
    let mut index = 0;
    definition.blocks.retain(|_| {
        index += 1;
        flow.is_reachable(BlockId(index - 1))
    });
    for block in &mut definition.blocks {
        for next in block.terminator.successors_mut() {
            next.block = renumbered[next.block.0 as usize];
        }
    }
    true
}
