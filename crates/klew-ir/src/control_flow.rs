//! The control-flow graph of a function: predecessors, reachable blocks, and an order of them.
//!
//! **Invariant**: the order holds exactly the blocks that can be reached from the entry, the entry first,
//! and every block before its successors except along retreating edges (reverse postorder of a
//! depth-first search that takes successors in their order).

use crate::{BlockId, Definition};

/// Control flow of one function, of the time when it was computed.
#[derive(Clone, Debug)]
pub struct ControlFlow {
    predecessors: Lists,
    successors: Lists,
    order: Vec<BlockId>,
    index: Vec<Option<u32>>,
}

/// A list of blocks for each block, all in one: functions are many and most are small.
#[derive(Clone, Debug)]
struct Lists {
    /// Where each list begins, and where the last one ends.
    starts: Vec<u32>,
    all: Vec<BlockId>,
}

impl Lists {
    /// Each block once in a list. Blocks from `count` on are left out.
    fn new<Next: IntoIterator<Item = BlockId>>(
        count: usize,
        lists: impl Iterator<Item = Next>,
    ) -> Lists {
        let mut starts = Vec::with_capacity(count + 1);
        let mut all: Vec<BlockId> = Vec::with_capacity(count);
        for list in lists.take(count) {
            let start = all.len();
            starts.push(start as u32);
            for block in list {
                if (block.0 as usize) < count && !all[start..].contains(&block) {
                    all.push(block);
                }
            }
        }
        starts.resize(count + 1, all.len() as u32);
        Lists { starts, all }
    }

    fn of_definition(definition: &Definition) -> Lists {
        let ends = definition.blocks.iter().map(|block| block.terminator.successors());
        let targets = ends.map(|next| next.into_iter().map(|next| next.block));
        Lists::new(definition.blocks.len(), targets)
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn of(&self, block: BlockId) -> &[BlockId] {
        let index = block.0 as usize;
        &self.all[self.starts[index] as usize..self.starts[index + 1] as usize]
    }

    /// For each block the blocks in whose lists it is, in their order.
    fn transposed(&self) -> Lists {
        let mut starts = vec![0; self.starts.len()];
        for block in &self.all {
            starts[block.0 as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut all = vec![BlockId(0); self.all.len()];
        for from in 0..self.count() as u32 {
            for to in self.of(BlockId(from)) {
                let place = &mut next[to.0 as usize];
                all[*place as usize] = BlockId(from);
                *place += 1;
            }
        }
        Lists { starts, all }
    }
}

impl ControlFlow {
    /// Computes it. Successors that are no blocks of the function are left out.
    pub fn new(definition: &Definition) -> ControlFlow {
        ControlFlow::of_successors(Lists::of_definition(definition))
    }

    /// The flow in a graph of so many nodes, given by the successors of each, the entry first: what is computed
    /// for functions can be computed for other graphs.
    pub fn of_edges<Next: IntoIterator<Item = BlockId>>(
        count: usize,
        edges: impl Iterator<Item = Next>,
    ) -> ControlFlow {
        ControlFlow::of_successors(Lists::new(count, edges))
    }

    fn of_successors(successors: Lists) -> ControlFlow {
        ControlFlow::of(successors.transposed(), successors)
    }

    fn of(predecessors: Lists, successors: Lists) -> ControlFlow {
        let order = order(&successors);
        let mut index = vec![None; successors.count()];
        for (place, block) in order.iter().enumerate() {
            index[block.0 as usize] = Some(place as u32);
        }
        ControlFlow { predecessors, successors, order, index }
    }

    /// The graph with all edges turned round. Its first node lies behind all blocks without successors; each
    /// block is the node with the next higher number.
    pub fn reversed(&self) -> ControlFlow {
        let blocks = || (0..self.block_count() as u32).map(BlockId);
        let moved = |block: &BlockId| BlockId(block.0 + 1);
        let ends = blocks().filter(|block| self.successors(*block).is_empty());
        let first: Vec<BlockId> = ends.map(|block| moved(&block)).collect();
        let others = blocks().map(|block| self.predecessors(block).iter().map(moved).collect());
        let successors = std::iter::once(first).chain(others);
        ControlFlow::of_successors(Lists::new(self.block_count() + 1, successors))
    }

    /// How many blocks the function has.
    pub fn block_count(&self) -> usize {
        self.index.len()
    }

    /// The blocks from which control comes, each once, in their order; also those never reached.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        self.predecessors.of(block)
    }

    /// The blocks to which control goes, each once.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        self.successors.of(block)
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

/// The blocks that can be reached, in reverse postorder: [`ControlFlow::reverse_postorder`] where nothing else is wanted.
pub(crate) fn reverse_postorder(definition: &Definition) -> Vec<BlockId> {
    order(&Lists::of_definition(definition))
}

/// Depth-first search without recursion: programs may be deep.
fn order(successors: &Lists) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(successors.count());
    if successors.count() == 0 {
        return order;
    }
    let mut seen = vec![false; successors.count()];
    seen[0] = true;
    let mut stack = vec![(BlockId(0), 0)];
    while let Some((block, next)) = stack.last_mut() {
        let block = *block;
        match successors.of(block).get(*next) {
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
