//! Removal of blocks that control never comes to.
//!
//! **Invariant**: the other blocks keep their order; the entry stays the first.

use crate::{BlockId, Definition, control_flow::reverse_postorder};

/// Removes them; whether there were any. Values that they defined stay in the list of values.
pub fn remove_unreachable_blocks(definition: &mut Definition) -> bool {
    let count = definition.blocks.len();
    let reached = reverse_postorder(definition);
    if reached.len() == count {
        return false;
    }
    let mut renumbered = vec![None; count];
    for block in &reached {
        renumbered[block.0 as usize] = Some(BlockId(0));
    }
    for (new, block) in renumbered.iter_mut().flatten().enumerate() {
        *block = BlockId(new as u32);
    }
    let mut kept = renumbered.iter().map(Option::is_some);
    definition.blocks.retain(|_| kept.next().unwrap_or(false));
    for block in &mut definition.blocks {
        for next in block.terminator.successors_mut() {
            // What a block that is reached leads to is reached.
            next.block = renumbered[next.block.0 as usize].unwrap_or(next.block);
        }
    }
    true
}
