//! Dominators and dominance frontiers.
//!
//! K. Cooper, T. Harvey, K. Kennedy: *A Simple, Fast Dominance Algorithm* (2001), figures 3 and 5:
//! immediate dominators as a fixed point over the reverse postorder, intersecting along the tree.
//!
//! **Invariant**: only blocks that can be reached have a place in the tree; the entry is its root.

use crate::{BlockId, control_flow::ControlFlow};

/// The dominator tree of one function.
#[derive(Clone, Debug)]
pub struct Dominators {
    /// The immediate dominator; `None` for the entry and for blocks that are never reached.
    immediate: Vec<Option<BlockId>>,
    children: Vec<Vec<BlockId>>,
    /// When a depth-first walk of the tree enters and leaves the block; `None` if never reached.
    interval: Vec<Option<(u32, u32)>>,
    /// Blocks of the tree, parents before children.
    preorder: Vec<BlockId>,
}

impl Dominators {
    /// Computes them.
    pub fn new(flow: &ControlFlow) -> Dominators {
        let immediate = immediate_dominators(flow);
        let mut children = vec![Vec::new(); flow.block_count()];
        for &block in flow.reverse_postorder() {
            if let Some(parent) = immediate[block.0 as usize] {
                children[parent.0 as usize].push(block);
            }
        }
        let mut interval = vec![None; flow.block_count()];
        let mut preorder = Vec::new();
        let mut clock = 0;
        let mut stack: Vec<(BlockId, usize, u32)> = Vec::new();
        if let Some(&entry) = flow.reverse_postorder().first() {
            stack.push((entry, 0, 0));
            preorder.push(entry);
        }
        while let Some((block, next, entered)) = stack.last_mut() {
            clock += 1;
            match children[block.0 as usize].get(*next) {
                Some(&child) => {
                    *next += 1;
                    preorder.push(child);
                    stack.push((child, 0, clock));
                }
                None => {
                    interval[block.0 as usize] = Some((*entered, clock));
                    stack.pop();
                }
            }
        }
        Dominators { immediate, children, interval, preorder }
    }

    /// The closest block, other than itself, through which all ways to the block lead.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block.0 as usize]
    }

    /// The blocks that it dominates immediately.
    pub fn children(&self, block: BlockId) -> &[BlockId] {
        &self.children[block.0 as usize]
    }

    /// The blocks that can be reached, each after its dominators.
    pub fn preorder(&self) -> &[BlockId] {
        &self.preorder
    }

    /// Whether all ways to `block` lead through `dominator` (each block dominates itself). False if one of
    /// them is never reached.
    pub fn dominates(&self, dominator: BlockId, block: BlockId) -> bool {
        match (self.interval[dominator.0 as usize], self.interval[block.0 as usize]) {
            (Some((enter, leave)), Some((inner_enter, inner_leave))) => {
                enter <= inner_enter && inner_leave <= leave
            }
            _ => false,
        }
    }

    /// For each block, where its dominance ends: the blocks that it does not strictly dominate but that
    /// have a predecessor that it dominates.
    pub fn frontiers(&self, flow: &ControlFlow) -> Vec<Vec<BlockId>> {
        let mut frontiers = vec![Vec::new(); flow.block_count()];
        for &block in flow.reverse_postorder() {
            let stop = self.immediate(block);
            for &predecessor in flow.predecessors(block) {
                if !flow.is_reachable(predecessor) {
                    continue;
                }
                let mut runner = Some(predecessor);
                while runner != stop {
                    let Some(at) = runner else { break };
                    let frontier: &mut Vec<BlockId> = &mut frontiers[at.0 as usize];
                    if frontier.last() != Some(&block) {
                        frontier.push(block);
                    }
                    runner = self.immediate(at);
                }
            }
        }
        frontiers
    }
}

fn immediate_dominators(flow: &ControlFlow) -> Vec<Option<BlockId>> {
    // By place in the order; the entry is its own dominator while it lasts.
    let order = flow.reverse_postorder();
    let mut found: Vec<Option<usize>> = vec![None; order.len()];
    if let Some(entry) = found.first_mut() {
        *entry = Some(0);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (place, &block) in order.iter().enumerate().skip(1) {
            let mut common: Option<usize> = None;
            for &predecessor in flow.predecessors(block) {
                let Some(other) = flow.order_of(predecessor) else { continue };
                if found[other].is_some() {
                    common = Some(match common {
                        None => other,
                        Some(place) => intersect(&found, place, other),
                    });
                }
            }
            if found[place] != common {
                found[place] = common;
                changed = true;
            }
        }
    }
    let mut immediate = vec![None; flow.block_count()];
    for (place, &block) in order.iter().enumerate().skip(1) {
        immediate[block.0 as usize] = found[place].map(|place| order[place]);
    }
    immediate
}

/// The closest common ancestor of two places whose dominators are known.
fn intersect(found: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a > b {
            a = found[a].unwrap_or(0);
        } else {
            b = found[b].unwrap_or(0);
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{Random, definition_with_edges};

    fn tree(edges: &[&[u32]]) -> (ControlFlow, Dominators) {
        let flow = ControlFlow::new(&definition_with_edges(edges));
        let dominators = Dominators::new(&flow);
        (flow, dominators)
    }

    /// Immediate dominators, -1 for none.
    fn check(edges: &[&[u32]], expected: &[i64]) {
        let (_, dominators) = tree(edges);
        let found: Vec<i64> = (0..edges.len())
            .map(|block| dominators.immediate(BlockId(block as u32)).map_or(-1, |b| b.0.into()))
            .collect();
        assert_eq!(found, expected, "{edges:?}");
    }

    #[test]
    fn immediate() {
        check(&[&[]], &[-1]);
        check(&[&[1, 2], &[3], &[3], &[]], &[-1, 0, 0, 0]);
        check(&[&[1], &[2, 3], &[1], &[]], &[-1, 0, 1, 1]);
        // Never reached.
        check(&[&[2], &[2], &[]], &[-1, -1, 0]);
        // Figure 4 of the paper (6 is the entry there), irreducible.
        check(&[&[1, 2], &[3], &[4, 5], &[4], &[3, 5], &[4]], &[-1, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn frontiers() {
        let (flow, dominators) = tree(&[&[1], &[2, 3], &[4], &[4], &[1, 5], &[]]);
        let found = dominators.frontiers(&flow);
        let expected: [&[u32]; 6] = [&[], &[1], &[4], &[4], &[1], &[]];
        for (frontier, expected) in found.iter().zip(expected) {
            assert_eq!(frontier.iter().map(|block| block.0).collect::<Vec<_>>(), expected);
        }
    }

    /// `a` dominates `b` if `b` cannot be reached without `a`.
    #[test]
    fn agrees_with_the_definition_on_random_graphs() {
        let mut random = Random::new(7);
        for _ in 0..300 {
            let count = 2 + random.below(9) as usize;
            let edges: Vec<Vec<u32>> = (0..count)
                .map(|_| {
                    (0..random.below(3))
                        .map(|_| 1 + random.below(count as u64 - 1) as u32)
                        .collect()
                })
                .collect();
            let edges: Vec<&[u32]> = edges.iter().map(Vec::as_slice).collect();
            let (flow, dominators) = tree(&edges);
            for a in 0..count {
                let mut seen = vec![false; count];
                let mut stack = if a == 0 { vec![] } else { vec![0] };
                while let Some(at) = stack.pop() {
                    if at != a && !std::mem::replace(&mut seen[at], true) {
                        stack.extend(edges[at].iter().map(|&next| next as usize));
                    }
                }
                for (b, seen) in seen.iter().enumerate() {
                    let (a, b) = (BlockId(a as u32), BlockId(b as u32));
                    let expected = flow.is_reachable(a) && flow.is_reachable(b) && !seen;
                    assert_eq!(dominators.dominates(a, b), expected, "{edges:?} {a:?} {b:?}");
                }
            }
        }
    }
}
