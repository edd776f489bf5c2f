//! The control-flow graph of a function: predecessors, reachable blocks, and an order of them.
//!
//! **Invariant**: the order holds exactly the blocks that can be reached from the entry, the entry first,
//! and every block before its successors except along retreating edges (reverse postorder of a
//! depth-first search that takes successors in their order).

use crate::{BlockId, Definition};

/// Control flow of one function, of the time when it was computed.
#[derive(Clone, Debug)]
pub struct ControlFlow {
    predecessors: Vec<Vec<BlockId>>,
    successors: Vec<Vec<BlockId>>,
    order: Vec<BlockId>,
    index: Vec<Option<u32>>,
}

impl ControlFlow {
    /// Computes it. Successors that are no blocks of the function are left out.
    pub fn new(definition: &Definition) -> ControlFlow {
        let ends = definition.blocks.iter().map(|block| block.terminator.successors());
        ControlFlow::of_edges(
            definition.blocks.len(),
            ends.map(|next| next.into_iter().map(|next| next.block)),
        )
    }

    /// The flow in a graph of so many nodes, given by the successors of each, the entry first: what is computed
    /// for functions can be computed for other graphs.
    pub fn of_edges<Next: IntoIterator<Item = BlockId>>(
        count: usize,
        edges: impl Iterator<Item = Next>,
    ) -> ControlFlow {
        let mut predecessors = vec![Vec::new(); count];
        let mut successors = vec![Vec::new(); count];
        for (index, next) in edges.enumerate() {
            for to in next {
                if (to.0 as usize) < count && !successors[index].contains(&to) {
                    successors[index].push(to);
                    predecessors[to.0 as usize].push(BlockId(index as u32));
                }
            }
        }
        ControlFlow::of(predecessors, successors)
    }

    fn of(predecessors: Vec<Vec<BlockId>>, successors: Vec<Vec<BlockId>>) -> ControlFlow {
        let order = reverse_postorder(&successors);
        let mut index = vec![None; successors.len()];
        for (place, block) in order.iter().enumerate() {
            index[block.0 as usize] = Some(place as u32);
        }
        ControlFlow { predecessors, successors, order, index }
    }

    /// The graph with all edges turned round. Its first node lies behind all blocks without successors; each
    /// block is the node with the next higher number.
    pub fn reversed(&self) -> ControlFlow {
        let moved = |blocks: &Vec<BlockId>| -> Vec<BlockId> {
            blocks.iter().map(|block| BlockId(block.0 + 1)).collect()
        };
        let mut successors = vec![Vec::new()];
        successors.extend(self.predecessors.iter().map(moved));
        let mut predecessors = vec![Vec::new()];
        predecessors.extend(self.successors.iter().map(moved));
        for (index, next) in self.successors.iter().enumerate() {
            if next.is_empty() {
                successors[0].push(BlockId(index as u32 + 1));
                predecessors[index + 1].push(BlockId(0));
            }
        }
        ControlFlow::of(predecessors, successors)
    }

    /// How many blocks the function has.
    pub fn block_count(&self) -> usize {
        self.index.len()
    }

    /// The blocks from which control comes, each once, in their order; also those never reached.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.0 as usize]
    }

    /// The blocks to which control goes, each once.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.0 as usize]
    }

    /// The blocks that can be reached, in reverse postorder.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.order
    }

    /// The place of a block in the reverse postorder, if it can be reached.
    pub fn order_of(&self, block: BlockId) -> Option<usize> {
        self.index[block.0 as usize].map(|place| place as usize)
    }

    /// Whether some run can come to the block, as far as the graph tells.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.index[block.0 as usize].is_some()
    }
}

/// Depth-first search without recursion: programs may be deep.
fn reverse_postorder(successors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut order = Vec::new();
    if successors.is_empty() {
        return order;
    }
    let mut seen = vec![false; successors.len()];
    seen[0] = true;
    let mut stack = vec![(BlockId(0), 0)];
    while let Some((block, next)) = stack.last_mut() {
        let block = *block;
        match successors[block.0 as usize].get(*next) {
            Some(&successor) => {
                *next += 1;
                if !std::mem::replace(&mut seen[successor.0 as usize], true) {
                    stack.push((successor, 0));
                }
            }
            None => {
                order.push(block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::definition_with_edges;

    /// `edges` is one list of successors per block.
    fn check(edges: &[&[u32]], order: &[u32]) {
        let flow = ControlFlow::new(&definition_with_edges(edges));
        let found: Vec<u32> = flow.reverse_postorder().iter().map(|block| block.0).collect();
        assert_eq!(found, order, "{edges:?}");
        for (from, next) in edges.iter().enumerate() {
            for &to in *next {
                assert!(flow.predecessors(BlockId(to)).contains(&BlockId(from as u32)));
            }
        }
    }

    #[test]
    fn order() {
        check(&[], &[]);
        check(&[&[]], &[0]);
        check(&[&[1], &[]], &[0, 1]);
        check(&[&[1, 2], &[3], &[3], &[]], &[0, 2, 1, 3]);
        check(&[&[1], &[2, 3], &[1], &[]], &[0, 1, 3, 2]);
    }

    #[test]
    fn unreachable_blocks_are_left_out() {
        check(&[&[2], &[2], &[]], &[0, 2]);
        let flow = ControlFlow::new(&definition_with_edges(&[&[2], &[2], &[]]));
        assert!(!flow.is_reachable(BlockId(1)));
        assert_eq!(flow.predecessors(BlockId(2)), [BlockId(0), BlockId(1)]);
    }

    #[test]
    fn an_edge_that_is_named_twice_counts_once() {
        let flow = ControlFlow::new(&definition_with_edges(&[&[1, 1], &[]]));
        assert_eq!(flow.predecessors(BlockId(1)), [BlockId(0)]);
    }

    #[test]
    fn deep_graphs_need_no_stack() {
        let edges: Vec<Vec<u32>> = (1..=100_000).map(|next| vec![next]).chain([vec![]]).collect();
        let edges: Vec<&[u32]> = edges.iter().map(Vec::as_slice).collect();
        let flow = ControlFlow::new(&definition_with_edges(&edges));
        assert_eq!(flow.reverse_postorder().len(), 100_001);
    }
}
