//! Strongly connected components of any graph.
//!
//! R. Tarjan, *Depth-First Search and Linear Graph Algorithms* (1972), with an explicit stack: programs may be deep.
//!
//! **Invariant**: a component comes after all those that can be reached from it.

/// The components of the nodes `0..count`, members in the order in which the search found them; it begins anew at each
/// node in the order of their numbers.
pub(crate) fn components<Edges: Iterator<Item = usize>>(
    count: usize,
    successors: impl Fn(usize) -> Edges,
) -> Vec<Vec<usize>> {
    let mut search = Search {
        number: vec![NEW; count],
        low: vec![0; count],
        on_stack: vec![false; count],
        stack: Vec::new(),
        found: Vec::new(),
        next: 0,
    };
    for root in 0..count {
        if search.number[root] != NEW {
            continue;
        }
        search.enter(root);
        let mut walk = vec![(root, successors(root))];
        while let Some((node, edges)) = walk.last_mut() {
            let node = *node;
            match edges.next() {
                Some(to) if search.number[to] == NEW => {
                    search.enter(to);
                    walk.push((to, successors(to)));
                }
                Some(to) if search.on_stack[to] => {
                    search.low[node] = search.low[node].min(search.number[to]);
                }
                Some(_) => {}
                None => {
                    walk.pop();
                    search.leave(node, walk.last().map(|(parent, _)| *parent));
                }
            }
        }
    }
    search.found
}

/// The number of a node that the search did not come to.
const NEW: u32 = u32::MAX;

struct Search {
    number: Vec<u32>,
    low: Vec<u32>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    found: Vec<Vec<usize>>,
    next: u32,
}

impl Search {
    fn enter(&mut self, node: usize) {
        (self.number[node], self.low[node], self.on_stack[node]) = (self.next, self.next, true);
        self.next += 1;
        self.stack.push(node);
    }

    fn leave(&mut self, node: usize, parent: Option<usize>) {
        if let Some(parent) = parent {
            self.low[parent] = self.low[parent].min(self.low[node]);
        }
        if self.low[node] == self.number[node] {
            let from = self.stack.iter().rposition(|other| *other == node).unwrap_or(0);
            let component = self.stack.split_off(from);
            component.iter().for_each(|node| self.on_stack[*node] = false);
            self.found.push(component);
        }
    }
}
