//! How the loops of a function nest, for any graph.
//!
//! Steensgaard's loop nesting forest (B. Steensgaard, *Sequentializing Program Dependence Graphs for Irreducible
//! Programs*, 1993): a loop is a strongly connected component, its headers are the blocks through which it
//! is entered, and inner loops are those of the component without the edges to its headers.
//!
//! **Invariant**: without the edges from a loop to its own headers, blocks are in the order of their places.

use klew_ir::{BlockId, control_flow::ControlFlow};

/// The forest of one function.
#[derive(Clone, Debug, Default)]
pub struct Nest {
    /// For each block, from the outside: its place among its siblings, and the loop, if that is one.
    places: Vec<Vec<(u32, Option<u32>)>>,
    /// For each loop whether the block is a header of it.
    headers: Vec<Vec<BlockId>>,
}

impl Nest {
    /// Computes it.
    pub fn new(flow: &ControlFlow) -> Nest {
        let mut nest = Nest { places: vec![Vec::new(); flow.block_count()], headers: Vec::new() };
        let entry: Vec<BlockId> = flow.reverse_postorder().first().copied().into_iter().collect();
        nest.part(flow, flow.reverse_postorder().to_vec(), &entry, &mut Vec::new());
        nest
    }

    /// The loops around a block, from the outside.
    pub fn loops(&self, block: BlockId) -> impl Iterator<Item = u32> + '_ {
        self.places[block.0 as usize].iter().filter_map(|(_, inside)| *inside)
    }

    /// How many loops are around both blocks.
    pub fn common(&self, one: BlockId, other: BlockId) -> usize {
        self.loops(one).zip(self.loops(other)).take_while(|(one, other)| one == other).count()
    }

    /// The place of a block, from the outside.
    pub fn place(&self, block: BlockId) -> &[(u32, Option<u32>)] {
        &self.places[block.0 as usize]
    }

    /// Whether a block is a header of that loop.
    pub fn is_header(&self, inside: u32, block: BlockId) -> bool {
        self.headers[inside as usize].contains(&block)
    }

    /// Whether a block is a header of any loop.
    pub fn begins_loop(&self, block: BlockId) -> bool {
        self.loops(block).any(|inside| self.is_header(inside, block))
    }

    /// Places the blocks of a part; `entered` are those through which it is entered; edges to `cut` do not count.
    fn part(
        &mut self,
        flow: &ControlFlow,
        blocks: Vec<BlockId>,
        entered: &[BlockId],
        cut: &mut Vec<BlockId>,
    ) {
        let components = components(flow, &blocks, cut);
        for (place, component) in components.into_iter().enumerate() {
            let is_loop = component.len() > 1
                || flow.successors(component[0]).contains(&component[0])
                    && !cut.contains(&component[0]);
            let id = is_loop.then_some(self.headers.len() as u32);
            for block in &component {
                self.places[block.0 as usize].push((place as u32, id));
            }
            if id.is_none() {
                continue;
            }
            let inside = |block: &BlockId| component.contains(block);
            let headers: Vec<BlockId> = component
                .iter()
                .copied()
                .filter(|block| {
                    entered.contains(block)
                        || flow.predecessors(*block).iter().any(|from| {
                            flow.is_reachable(*from) && !inside(from) && !cut.contains(block)
                        })
                })
                .collect();
            // A component that is only entered through cut edges has none; any block will do.
            let headers = if headers.is_empty() { vec![component[0]] } else { headers };
            self.headers.push(headers.clone());
            let before = cut.len();
            cut.extend(&headers);
            self.part(flow, component, &headers, cut);
            cut.truncate(before);
        }
    }
}

/// Strongly connected components of the graph on some blocks without the edges to `cut`, in topological
/// order (Tarjan's algorithm with an explicit stack).
fn components(flow: &ControlFlow, blocks: &[BlockId], cut: &[BlockId]) -> Vec<Vec<BlockId>> {
    const NEW: u32 = u32::MAX;
    let mut number = vec![NEW; flow.block_count()];
    let mut low = vec![0; flow.block_count()];
    let mut on_stack = vec![false; flow.block_count()];
    let mut allowed = vec![false; flow.block_count()];
    blocks.iter().for_each(|block| allowed[block.0 as usize] = true);
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for &root in blocks {
        if number[root.0 as usize] != NEW {
            continue;
        }
        let mut walk = vec![(root, 0)];
        while let Some((block, edge)) = walk.last_mut() {
            let (block, at) = (*block, block.0 as usize);
            if *edge == 0 && number[at] == NEW {
                (number[at], low[at], on_stack[at]) = (next, next, true);
                next += 1;
                stack.push(block);
            }
            match flow.successors(block).get(*edge) {
                Some(&to) => {
                    *edge += 1;
                    let to_at = to.0 as usize;
                    if !allowed[to_at] || cut.contains(&to) {
                        continue;
                    }
                    if number[to_at] == NEW {
                        walk.push((to, 0));
                    } else if on_stack[to_at] {
                        low[at] = low[at].min(number[to_at]);
                    }
                }
                None => {
                    walk.pop();
                    if let Some((parent, _)) = walk.last() {
                        let parent = parent.0 as usize;
                        low[parent] = low[parent].min(low[at]);
                    }
                    if low[at] == number[at] {
                        let from = stack.iter().rposition(|other| *other == block).unwrap_or(0);
                        let component: Vec<BlockId> = stack.split_off(from);
                        component.iter().for_each(|block| on_stack[block.0 as usize] = false);
                        found.push(component);
                    }
                }
            }
        }
    }
    found.reverse();
    found
}
