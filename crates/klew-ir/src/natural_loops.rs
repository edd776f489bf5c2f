//! The natural loops of a function and how they nest.
//!
//! A back edge goes to a block that dominates its origin; the loop of a header is all that reaches one of
//! its back edges without passing the header (Aho, Sethi, Ullman, *Compilers*, section 10.4). Loops with
//! one header are one loop.
//!
//! **Invariant**: two loops are disjoint or one contains the other; outer loops come before inner ones.
//! A cycle that has no header that dominates it (irreducible) is in no loop by itself: its retreating
//! edges are listed apart, and who needs all cycles must look at that list.

use crate::{BlockId, control_flow::ControlFlow, dominators::Dominators};

/// A loop, by index in [`NaturalLoops::loops`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);

/// A natural loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaturalLoop {
    /// The block through which every way in leads.
    pub header: BlockId,
    /// All blocks of it, also those of inner loops, in the order of their ids.
    pub blocks: Vec<BlockId>,
    /// The origins of its back edges.
    pub latches: Vec<BlockId>,
    /// Edges that leave it.
    pub exits: Vec<(BlockId, BlockId)>,
    /// The innermost loop around it.
    pub parent: Option<LoopId>,
    /// How many loops are around it.
    pub depth: u32,
}

/// All loops of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaturalLoops {
    /// Outer before inner, headers in reverse postorder.
    pub loops: Vec<NaturalLoop>,
    /// Retreating edges to blocks that do not dominate their origin. None if the function is reducible.
    pub irreducible_edges: Vec<(BlockId, BlockId)>,
    innermost: Vec<Option<LoopId>>,
}

impl NaturalLoops {
    /// Finds them.
    pub fn new(flow: &ControlFlow, dominators: &Dominators) -> NaturalLoops {
        let mut found = NaturalLoops {
            loops: Vec::new(),
            irreducible_edges: Vec::new(),
            innermost: vec![None; flow.block_count()],
        };
        for (place, &header) in flow.reverse_postorder().iter().enumerate() {
            let mut latches = Vec::new();
            for &from in flow.predecessors(header) {
                if flow.order_of(from).is_some_and(|from| from >= place) {
                    if dominators.dominates(header, from) {
                        latches.push(from);
                    } else {
                        found.irreducible_edges.push((from, header));
                    }
                }
            }
            if !latches.is_empty() {
                found.add(flow, header, latches);
            }
        }
        found
    }

    /// The innermost loop that a block is in.
    pub fn loop_of(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.0 as usize]
    }

    /// The loop of that id.
    pub fn get(&self, id: LoopId) -> &NaturalLoop {
        &self.loops[id.0 as usize]
    }

    /// Whether every cycle is a natural loop.
    pub fn is_reducible(&self) -> bool {
        self.irreducible_edges.is_empty()
    }

    /// Adds the loop of a header. Headers come in reverse postorder, so outer loops are there already.
    fn add(&mut self, flow: &ControlFlow, header: BlockId, latches: Vec<BlockId>) {
        let id = LoopId(self.loops.len() as u32);
        let mut inside = vec![false; flow.block_count()];
        inside[header.0 as usize] = true;
        let mut stack = latches.clone();
        while let Some(block) = stack.pop() {
            if flow.is_reachable(block) && !std::mem::replace(&mut inside[block.0 as usize], true) {
                stack.extend(flow.predecessors(block));
            }
        }
        let blocks: Vec<BlockId> =
            (0..inside.len() as u32).map(BlockId).filter(|b| inside[b.0 as usize]).collect();
        let mut exits = Vec::new();
        for &from in &blocks {
            let out = flow.successors(from).iter().filter(|to| !inside[to.0 as usize]);
            exits.extend(out.map(|&to| (from, to)));
        }
        let parent = self.loop_of(header);
        let depth = parent.map_or(0, |parent| self.get(parent).depth + 1);
        for block in &blocks {
            self.innermost[block.0 as usize] = Some(id);
        }
        self.loops.push(NaturalLoop { header, blocks, latches, exits, parent, depth });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{Random, definition_with_edges};

    fn loops(edges: &[&[u32]]) -> (ControlFlow, NaturalLoops) {
        let flow = ControlFlow::new(&definition_with_edges(edges));
        let found = NaturalLoops::new(&flow, &Dominators::new(&flow));
        (flow, found)
    }

    /// Loops as `header: blocks / exits, depth`.
    fn check(edges: &[&[u32]], expected: &[&str], irreducible: usize) {
        let (_, found) = loops(edges);
        let shown: Vec<String> = found
            .loops
            .iter()
            .map(|l| {
                let blocks: Vec<u32> = l.blocks.iter().map(|b| b.0).collect();
                let exits: Vec<(u32, u32)> = l.exits.iter().map(|(a, b)| (a.0, b.0)).collect();
                format!("{}: {blocks:?} / {exits:?}, {}", l.header.0, l.depth)
            })
            .collect();
        assert_eq!(shown, expected, "{edges:?}");
        assert_eq!(found.irreducible_edges.len(), irreducible);
    }

    #[test]
    fn nests() {
        check(&[&[1], &[]], &[], 0);
        check(&[&[1], &[1, 2], &[]], &["1: [1] / [(1, 2)], 0"], 0);
        check(
            &[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]],
            &["1: [1, 2, 3, 4] / [(1, 5)], 0", "2: [2, 3] / [(2, 4)], 1"],
            0,
        );
        // Two back edges, one loop.
        check(&[&[1], &[2, 3], &[1], &[1, 4], &[]], &["1: [1, 2, 3] / [(3, 4)], 0"], 0);
    }

    #[test]
    fn irreducible() {
        check(&[&[1, 2], &[2], &[1]], &[], 1);
        // Within a loop.
        check(&[&[1], &[2, 3], &[3, 4], &[2], &[1]], &["1: [1, 2, 3, 4] / [], 0"], 1);
    }

    #[test]
    fn edges_from_blocks_that_are_never_reached_make_no_loop() {
        check(&[&[1], &[], &[1, 2]], &[], 0);
    }

    #[test]
    fn random_loops_nest() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            let count = 2 + random.below(10);
            let edges: Vec<Vec<u32>> = (0..count)
                .map(|_| (0..random.below(3)).map(|_| 1 + random.below(count - 1) as u32).collect())
                .collect();
            let edges: Vec<&[u32]> = edges.iter().map(Vec::as_slice).collect();
            let (flow, found) = loops(&edges);
            for (index, inner) in found.loops.iter().enumerate() {
                for outer in &found.loops[..index] {
                    let shared = inner.blocks.iter().filter(|b| outer.blocks.contains(b)).count();
                    assert!(shared == 0 || shared == inner.blocks.len(), "{edges:?}");
                }
                let around =
                    found.loops[..index].iter().filter(|l| l.blocks.contains(&inner.header));
                assert_eq!(around.count(), inner.depth as usize);
            }
            for block in (0..count as u32).map(BlockId).filter(|b| flow.is_reachable(*b)) {
                let smallest = found.loops.iter().filter(|l| l.blocks.contains(&block));
                let smallest = smallest.min_by_key(|l| l.blocks.len()).map(|l| l.header);
                assert_eq!(found.loop_of(block).map(|id| found.get(id).header), smallest);
            }
        }
    }
}
