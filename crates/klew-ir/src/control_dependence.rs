//! Which decisions a block's execution depends on.
//!
//! J. Ferrante, K. Ottenstein, J. Warren, *The Program Dependence Graph and Its Use in Optimization* (TOPLAS
//! 1987), section 3.1: a block depends on a decision if one of its ways leads to the block for certain and another
//! one may avoid it. Post-dominators are dominators of the reversed graph, with one node behind all ends.
//!
//! **Invariant**: a function with a block from which no end is reached has no post-dominators here
//! ([`ControlDependence::new`] gives none): what waits for ever is no end.

use crate::{BlockId, Definition, control_flow::ControlFlow, dominators::Dominators};

/// The control dependences of one function.
#[derive(Clone, Debug)]
pub struct ControlDependence {
    /// The blocks with the decisions that a block depends on.
    decisions: Vec<Vec<BlockId>>,
    /// The block through which all ways to the end lead next; none if that is the end.
    next: Vec<Option<BlockId>>,
}

impl ControlDependence {
    /// Computes them; none if some block that can be reached never comes to an end.
    pub fn new(definition: &Definition) -> Option<ControlDependence> {
        let flow = ControlFlow::new(definition);
        let reversed = flow.reversed();
        let behind = Dominators::new(&reversed);
        let count = flow.block_count();
        if flow.reverse_postorder().iter().any(|block| !reversed.is_reachable(after(*block))) {
            return None;
        }
        let next: Vec<Option<BlockId>> = (0..count as u32)
            .map(|block| behind.immediate(after(BlockId(block))).and_then(before))
            .collect();
        let mut decisions = vec![Vec::new(); count];
        for &decision in flow.reverse_postorder() {
            let stop = next[decision.0 as usize];
            let successors = flow.successors(decision);
            if successors.len() < 2 {
                continue;
            }
            for &successor in successors {
                let mut runner = Some(successor);
                while runner != stop {
                    let Some(block) = runner else { break };
                    let found: &mut Vec<BlockId> = &mut decisions[block.0 as usize];
                    if found.last() != Some(&decision) {
                        found.push(decision);
                    }
                    runner = next[block.0 as usize];
                }
            }
        }
        Some(ControlDependence { decisions, next })
    }

    /// The blocks whose decisions a block's execution depends on.
    pub fn decisions(&self, block: BlockId) -> &[BlockId] {
        &self.decisions[block.0 as usize]
    }

    /// The first block, other than itself, through which all ways from a block to the end lead; none if
    /// that is the end of the function.
    pub fn next(&self, block: BlockId) -> Option<BlockId> {
        self.next[block.0 as usize]
    }
}

/// A block in the reversed graph, whose first node is the one behind all ends.
fn after(block: BlockId) -> BlockId {
    BlockId(block.0 + 1)
}

fn before(node: BlockId) -> Option<BlockId> {
    node.0.checked_sub(1).map(BlockId)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::definition_with_edges;

    /// For each block the decisions that it depends on, and the next block on all ways.
    fn check(edges: &[&[u32]], expected: Option<&[(&[u32], Option<u32>)]>) {
        let found = ControlDependence::new(&definition_with_edges(edges));
        let found = found.map(|found| {
            (0..edges.len() as u32)
                .map(|block| {
                    let decisions = found.decisions(BlockId(block)).iter().map(|d| d.0).collect();
                    (decisions, found.next(BlockId(block)).map(|next| next.0))
                })
                .collect::<Vec<(Vec<u32>, Option<u32>)>>()
        });
        let expected = expected.map(|all| {
            all.iter().map(|(decisions, next)| (decisions.to_vec(), *next)).collect::<Vec<_>>()
        });
        assert_eq!(found, expected, "{edges:?}");
    }

    #[test]
    fn a_diamond() {
        let both: &[u32] = &[0];
        check(
            &[&[1, 2], &[3], &[3], &[]],
            Some(&[(&[], Some(3)), (both, Some(3)), (both, Some(3)), (&[], None)]),
        );
    }

    #[test]
    fn a_loop_depends_on_itself() {
        check(
            &[&[1], &[2, 3], &[1], &[]],
            Some(&[(&[], Some(1)), (&[1], Some(3)), (&[1], Some(1)), (&[], None)]),
        );
    }

    #[test]
    fn what_comes_after_an_early_end() {
        check(
            &[&[1, 2], &[], &[3], &[]],
            Some(&[(&[], None), (&[0], None), (&[0], Some(3)), (&[0], None)]),
        );
    }

    #[test]
    fn no_end() {
        check(&[&[1, 2], &[1], &[]], None);
        // Unless it is never reached.
        check(&[&[2], &[1], &[]], Some(&[(&[], Some(2)), (&[], None), (&[], None)]));
    }
}
