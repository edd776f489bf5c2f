//! The loops of a function and how they nest, for any graph.
//!
//! B. Steensgaard, *Sequentializing Program Dependence Graphs for Irreducible Programs* (1993): a loop is a strongly
//! connected component, its headers are the blocks through which it is entered, and inner loops are those of the
//! component without the edges to its headers. In a reducible function these are the natural loops: one header, which
//! dominates all blocks of its loop.
//!
//! **Invariant**: two loops are disjoint or one contains the other; outer loops come before inner ones.
//! **Invariant**: without back edges, blocks are in the order of their places.

use crate::{BlockId, control_flow::ControlFlow, strongly_connected::components};

/// A loop, by index in [`LoopForest::loops`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);

/// A loop of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The blocks through which it is entered; one unless it is irreducible.
    pub headers: Vec<BlockId>,
    /// All blocks of it, also those of inner loops, in the order of their ids.
    pub blocks: Vec<BlockId>,
    /// Edges from its blocks to its headers.
    pub back_edges: Vec<(BlockId, BlockId)>,
    /// Edges that leave it.
    pub exits: Vec<(BlockId, BlockId)>,
    /// The innermost loop around it.
    pub parent: Option<LoopId>,
    /// How many loops are around it.
    pub depth: u32,
}

impl Loop {
    /// Whether a block is of it.
    pub fn contains(&self, block: BlockId) -> bool {
        self.blocks.binary_search(&block).is_ok()
    }

    /// Whether it can be entered in several places.
    pub fn is_irreducible(&self) -> bool {
        self.headers.len() > 1
    }
}

/// A place among siblings, and the loop that stands there, if it is one.
pub type Place = (u32, Option<LoopId>);

/// All loops of a function. Blocks that are never reached are in none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopForest {
    loops: Vec<Loop>,
    /// For each block, from the outside.
    places: Vec<Vec<Place>>,
}

impl LoopForest {
    /// Computes it.
    pub fn new(flow: &ControlFlow) -> LoopForest {
        let blocks = flow.reverse_postorder();
        let mut builder = Builder {
            flow,
            forest: LoopForest { loops: Vec::new(), places: vec![Vec::new(); flow.block_count()] },
            cut: vec![false; flow.block_count()],
            index: vec![OUTSIDE; flow.block_count()],
        };
        let entry: Vec<BlockId> = blocks.first().copied().into_iter().collect();
        builder.part(blocks, &entry, None);
        builder.forest
    }

    /// The loops, outer ones before inner ones.
    pub fn loops(&self) -> &[Loop] {
        &self.loops
    }

    /// The loop of that id.
    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }

    /// The loops around a block, from the outside.
    pub fn around(&self, block: BlockId) -> impl DoubleEndedIterator<Item = LoopId> + '_ {
        self.places[block.0 as usize].iter().filter_map(|(_, inside)| *inside)
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.around(block).next_back()
    }

    /// How many loops are around both blocks.
    pub fn common(&self, one: BlockId, other: BlockId) -> usize {
        self.around(one).zip(self.around(other)).take_while(|(one, other)| one == other).count()
    }

    /// The place of a block, from the outside.
    pub fn place(&self, block: BlockId) -> &[Place] {
        &self.places[block.0 as usize]
    }

    /// Whether a block is a header of that loop.
    pub fn is_header(&self, inside: LoopId, block: BlockId) -> bool {
        self.get(inside).headers.contains(&block)
    }

    /// Whether a block is a header of any loop.
    pub fn begins_loop(&self, block: BlockId) -> bool {
        self.around(block).any(|inside| self.is_header(inside, block))
    }

    /// Whether a run that takes the edge begins another turn of a loop.
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        self.around(from).any(|inside| self.is_header(inside, to) && self.get(inside).contains(to))
    }
}

/// The index of a block that is not of the part that is looked at.
const OUTSIDE: u32 = u32::MAX;

struct Builder<'a> {
    flow: &'a ControlFlow,
    forest: LoopForest,
    /// Headers of the loops around the part: edges to them do not count.
    cut: Vec<bool>,
    /// Scratch: the index of each block in the part, or the number of its component.
    index: Vec<u32>,
}

impl Builder<'_> {
    /// Places the blocks of a part; `entered` are those through which it is entered.
    fn part(&mut self, blocks: &[BlockId], entered: &[BlockId], parent: Option<LoopId>) {
        for (place, component) in self.components(blocks).into_iter().enumerate() {
            let first = component[0];
            let turns = self.flow.successors(first).contains(&first) && !self.cut[first.0 as usize];
            let is_loop = component.len() > 1 || turns;
            let id = is_loop.then_some(LoopId(self.forest.loops.len() as u32));
            for block in &component {
                self.forest.places[block.0 as usize].push((place as u32, id));
            }
            if let Some(id) = id {
                let headers = self.add(&component, entered, parent);
                headers.iter().for_each(|header| self.cut[header.0 as usize] = true);
                self.part(&component, &headers, Some(id));
                headers.iter().for_each(|header| self.cut[header.0 as usize] = false);
            }
        }
    }

    /// Strongly connected components without the edges that are cut, in topological order.
    fn components(&mut self, blocks: &[BlockId]) -> Vec<Vec<BlockId>> {
        for (index, block) in (0..).zip(blocks) {
            self.index[block.0 as usize] = index;
        }
        let found = components(blocks.len(), |node| {
            let to = self.flow.successors(blocks[node]).iter();
            to.filter(|to| !self.cut[to.0 as usize] && self.index[to.0 as usize] != OUTSIDE)
                .map(|to| self.index[to.0 as usize] as usize)
        });
        blocks.iter().for_each(|block| self.index[block.0 as usize] = OUTSIDE);
        let blocks_of = |nodes: Vec<usize>| nodes.into_iter().map(|node| blocks[node]).collect();
        found.into_iter().rev().map(blocks_of).collect()
    }

    /// Adds the loop of these blocks; its headers.
    fn add(
        &mut self,
        component: &[BlockId],
        entered: &[BlockId],
        parent: Option<LoopId>,
    ) -> Vec<BlockId> {
        component.iter().for_each(|block| self.index[block.0 as usize] = 0);
        let flow = self.flow;
        let inside = |block: BlockId| self.index[block.0 as usize] != OUTSIDE;
        let is_entered = |block: &BlockId| {
            let from_outside = |from: &BlockId| flow.is_reachable(*from) && !inside(*from);
            entered.contains(block) || flow.predecessors(*block).iter().any(from_outside)
        };
        let mut headers: Vec<BlockId> = component.iter().copied().filter(is_entered).collect();
        if headers.is_empty() {
            // Entered through edges that are cut only; any block will do.
            headers.push(component[0]);
        }
        let mut blocks = component.to_vec();
        blocks.sort_unstable();
        let edges = || {
            blocks.iter().flat_map(|&from| flow.successors(from).iter().map(move |&to| (from, to)))
        };
        let back_edges = edges().filter(|(_, to)| headers.contains(to)).collect();
        let exits = edges().filter(|(_, to)| !inside(*to)).collect();
        component.iter().for_each(|block| self.index[block.0 as usize] = OUTSIDE);
        let depth = parent.map_or(0, |parent| self.forest.get(parent).depth + 1);
        self.forest.loops.push(Loop {
            headers: headers.clone(),
            blocks,
            back_edges,
            exits,
            parent,
            depth,
        });
        headers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dominators::Dominators;
    use crate::test_support::{Random, definition_with_edges};

    fn forest(edges: &[&[u32]]) -> (ControlFlow, LoopForest) {
        let flow = ControlFlow::new(&definition_with_edges(edges));
        let forest = LoopForest::new(&flow);
        (flow, forest)
    }

    /// Loops as `headers: blocks / back edges / exits, depth`.
    fn check(edges: &[&[u32]], expected: &[&str]) {
        let shown = |found: &Loop| {
            let numbers = |blocks: &[BlockId]| blocks.iter().map(|b| b.0).collect::<Vec<_>>();
            let pairs = |edges: &[(BlockId, BlockId)]| {
                edges.iter().map(|(a, b)| (a.0, b.0)).collect::<Vec<_>>()
            };
            format!(
                "{:?}: {:?} / {:?} / {:?}, {}",
                numbers(&found.headers),
                numbers(&found.blocks),
                pairs(&found.back_edges),
                pairs(&found.exits),
                found.depth
            )
        };
        let (_, forest) = forest(edges);
        let found: Vec<String> = forest.loops().iter().map(shown).collect();
        assert_eq!(found, expected, "{edges:?}");
    }

    #[test]
    fn nests() {
        check(&[&[1], &[]], &[]);
        check(&[&[1], &[1, 2], &[]], &["[1]: [1] / [(1, 1)] / [(1, 2)], 0"]);
        check(
            &[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]],
            &["[1]: [1, 2, 3, 4] / [(4, 1)] / [(1, 5)], 0", "[2]: [2, 3] / [(3, 2)] / [(2, 4)], 1"],
        );
        // Two back edges, one loop.
        check(
            &[&[1], &[2, 3], &[1], &[1, 4], &[]],
            &["[1]: [1, 2, 3] / [(2, 1), (3, 1)] / [(3, 4)], 0"],
        );
    }

    #[test]
    fn irreducible_loops_have_several_headers() {
        check(&[&[1, 2], &[2], &[1]], &["[1, 2]: [1, 2] / [(1, 2), (2, 1)] / [], 0"]);
        // Within a loop.
        check(
            &[&[1], &[2, 3], &[3, 4], &[2], &[1]],
            &[
                "[1]: [1, 2, 3, 4] / [(4, 1)] / [], 0",
                "[2, 3]: [2, 3] / [(2, 3), (3, 2)] / [(2, 4)], 1",
            ],
        );
    }

    #[test]
    fn edges_from_blocks_that_are_never_reached_make_no_loop() {
        check(&[&[1], &[], &[1, 2]], &[]);
    }

    /// Random graphs in which no edge leads to the entry.
    fn random_graphs(seed: u64, check: impl Fn(&[&[u32]], &ControlFlow, &LoopForest)) {
        let mut random = Random::new(seed);
        for _ in 0..500 {
            let count = 2 + random.below(10);
            let edges: Vec<Vec<u32>> = (0..count)
                .map(|_| (0..random.below(4)).map(|_| 1 + random.below(count - 1) as u32).collect())
                .collect();
            let edges: Vec<&[u32]> = edges.iter().map(Vec::as_slice).collect();
            let (flow, forest) = forest(&edges);
            check(&edges, &flow, &forest);
        }
    }

    #[test]
    fn random_loops_nest_and_hold_what_their_names_say() {
        random_graphs(5, |edges, flow, forest| {
            for (index, inner) in forest.loops().iter().enumerate() {
                for outer in &forest.loops()[..index] {
                    let shared = inner.blocks.iter().filter(|b| outer.contains(**b)).count();
                    assert!(shared == 0 || shared == inner.blocks.len(), "{edges:?}");
                }
                let around =
                    forest.loops()[..index].iter().filter(|l| l.contains(inner.headers[0]));
                assert_eq!(around.count(), inner.depth as usize, "{edges:?}");
                if !inner.is_irreducible() {
                    let dominators = Dominators::new(flow);
                    let below = |block: &BlockId| dominators.dominates(inner.headers[0], *block);
                    assert!(inner.blocks.iter().all(below), "{edges:?}");
                }
            }
            for block in flow.reverse_postorder() {
                let smallest = (0..).zip(forest.loops()).filter(|(_, l)| l.contains(*block));
                let smallest = smallest.min_by_key(|(_, l)| l.blocks.len());
                assert_eq!(forest.innermost(*block), smallest.map(|(id, _)| LoopId(id)));
            }
        });
    }

    #[test]
    fn every_cycle_has_a_back_edge_and_other_edges_follow_the_places() {
        random_graphs(6, |edges, flow, forest| {
            let blocks = flow.reverse_postorder();
            for (&from, &to) in blocks
                .iter()
                .flat_map(|from| flow.successors(*from).iter().map(move |to| (from, to)))
            {
                if !forest.is_back_edge(from, to) {
                    let place = |block| forest.place(block).iter().map(|(place, _)| *place);
                    assert!(place(from).lt(place(to)), "{edges:?}: {from:?} to {to:?}");
                }
            }
        });
    }
}
