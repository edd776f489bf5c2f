//! Ways straight through nodes that do nothing but ask what their way in tells.
//!
//! Where a call returns, ways that end with a value and ways that end with an exception meet, and the next branch parts
//! them again; where runs end, what escaped and where it began is told by constants that each way brings. Each way in
//! goes straight to where it is known to go on (jump threading: cf. F. Mueller, D. Whalley, *Avoiding Conditional
//! Branches by Code Replication*, 1995; nothing is copied here, as such a node has no operation), so nothing above
//! counts as leading to an end that it only shares a node with.
//!
//! **Invariant**: the graph has fewer edges afterwards, and the same runs. **Invariant**: the edges into one node still define a
//! symbol: a node goes only if all that it defines is used behind one successor that nothing else leads to, or nowhere.

use std::collections::BTreeSet;

use klew_ir::{BlockId, control_flow::ControlFlow, dominators::Dominators};
use klew_term::{SymbolId, TermId, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::graph::{Edge, Graph, NodeId, Operation};

/// Takes nodes without operations out, where ways through them are known.
pub(crate) fn thread(graph: &mut Graph, terms: &mut Terms) {
    let mut threading = Threading::new(graph, terms);
    for index in 1..graph.nodes.len() {
        if let Some(ways) = threading.ways(graph, terms, index) {
            threading.replace(graph, terms, index, ways);
        }
    }
}

/// For each node before one, what its edges there become.
type Ways = Vec<(usize, Vec<Vec<Edge>>)>;

struct Threading {
    /// The nodes before each, now.
    before: Vec<Vec<u32>>,
    /// The node that alone leads to one; none if several do.
    only: Vec<Option<u32>>,
    /// Of the nodes, as if they were blocks.
    dominators: Dominators,
    /// The nodes that use a symbol.
    uses: FxHashMap<SymbolId, Vec<u32>>,
    /// Symbols that are used outside of nodes.
    elsewhere: FxHashSet<SymbolId>,
}

impl Threading {
    fn new(graph: &mut Graph, terms: &Terms) -> Threading {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); graph.nodes.len()];
        let mut uses: FxHashMap<SymbolId, Vec<u32>> = FxHashMap::default();
        for (index, node) in graph.nodes.iter_mut().enumerate() {
            let index = index as u32;
            let mut note = |term: TermId| {
                for &symbol in terms.symbols(term).iter() {
                    let nodes = uses.entry(symbol).or_default();
                    if nodes.last() != Some(&index) {
                        nodes.push(index);
                    }
                }
            };
            crate::substitute::operation_terms(&mut node.operation, &mut |term| note(*term));
            for edge in &node.edges {
                note(edge.condition);
                edge.moves.iter().for_each(|(_, value)| note(*value));
                let known = &mut before[edge.to.0 as usize];
                if known.last() != Some(&index) {
                    known.push(index);
                }
            }
        }
        let sizes = graph.objects.values().map(|object| object.size);
        let compared = graph.compared.iter().flat_map(|(a, b)| [*a, *b]);
        let chosen = graph.choices.iter().flat_map(|(_, a, b)| [*a, *b]);
        let elsewhere = sizes
            .chain(compared)
            .chain(chosen)
            .flat_map(|term| terms.symbols(term).to_vec())
            .collect();
        let only = before
            .iter()
            .map(|nodes| match nodes[..] {
                [one] => Some(one),
                _ => None,
            })
            .collect();
        let edges = graph.nodes.iter().map(|node| node.edges.iter().map(|edge| BlockId(edge.to.0)));
        let dominators = Dominators::new(&ControlFlow::of_edges(graph.nodes.len(), edges));
        Threading { before, only, dominators, uses, elsewhere }
    }

    /// What the edges into a node become, if that is less than there is.
    fn ways(&self, graph: &Graph, terms: &mut Terms, index: usize) -> Option<Ways> {
        let node = &graph.nodes[index];
        let into = &self.before[index];
        if node.operation != Operation::Skip
            || node.loop_entry
            || node.edges.is_empty()
            || into.is_empty()
        {
            return None;
        }
        let edges = |from: &u32| {
            graph.nodes[*from as usize].edges.iter().filter(|edge| edge.to.0 as usize == index)
        };
        let count: usize = into.iter().map(|from| edges(from).count()).sum();
        let mut most = count + node.edges.len();
        let moved: BTreeSet<TermId> =
            into.iter().flat_map(edges).flat_map(|edge| &edge.moves).map(|(to, _)| *to).collect();
        let kept = self.kept(node.edges.as_slice(), terms, index as u32, &moved)?;
        let mut ways = Vec::new();
        for from in into {
            let mut all = Vec::new();
            for edge in edges(from) {
                let straight = straight(terms, edge, &node.edges, &kept);
                most = most.checked_sub(straight.len())?;
                all.push(straight);
            }
            ways.push((*from as usize, all));
        }
        (most > 0).then_some(ways)
    }

    /// The successor behind which each symbol is used; none if that is not one that only this node leads to.
    fn kept(
        &self,
        edges: &[Edge],
        terms: &Terms,
        index: u32,
        moved: &BTreeSet<TermId>,
    ) -> Option<FxHashMap<TermId, NodeId>> {
        let mut kept = FxHashMap::default();
        for &term in moved {
            let symbol = terms.as_symbol(term)?;
            if self.elsewhere.contains(&symbol) {
                return None;
            }
            let uses = self.uses.get(&symbol).map_or(&[][..], Vec::as_slice);
            let mut behind = uses.iter().filter(|node| **node != index).peekable();
            let Some(&&first) = behind.peek() else { continue };
            let next = edges.iter().map(|edge| edge.to).find(|next| self.leads(*next, first))?;
            let alone = self.only[next.0 as usize] == Some(index);
            if !alone || !behind.all(|node| self.leads(next, *node)) {
                return None;
            }
            kept.insert(term, next);
        }
        Some(kept)
    }

    /// Whether all ways to a node lead through another one.
    fn leads(&self, through: NodeId, node: u32) -> bool {
        self.dominators.dominates(BlockId(through.0), BlockId(node))
    }

    fn replace(&mut self, graph: &mut Graph, terms: &mut Terms, index: usize, ways: Ways) {
        for (from, ways) in ways {
            let mut ways = ways.into_iter();
            let mut edges: Vec<Edge> = Vec::new();
            for edge in std::mem::take(&mut graph.nodes[from].edges) {
                if edge.to.0 as usize != index {
                    edges.push(edge);
                    continue;
                }
                for straight in ways.next().unwrap_or_default() {
                    let before = &mut self.before[straight.to.0 as usize];
                    if !before.contains(&(from as u32)) {
                        before.push(from as u32);
                    }
                    let same = |known: &&mut Edge| {
                        known.to == straight.to && known.moves == straight.moves
                    };
                    match edges.iter_mut().find(same) {
                        Some(known) => {
                            known.condition = terms.or(known.condition, straight.condition);
                        }
                        None => edges.push(straight),
                    }
                }
            }
            graph.nodes[from].edges = edges;
        }
        self.before[index].clear();
        for edge in std::mem::take(&mut graph.nodes[index].edges) {
            self.before[edge.to.0 as usize].retain(|before| *before as usize != index);
        }
    }
}

/// An edge into a node followed by those out of it that may be taken then.
fn straight(
    terms: &mut Terms,
    edge: &Edge,
    next: &[Edge],
    kept: &FxHashMap<TermId, NodeId>,
) -> Vec<Edge> {
    let map: FxHashMap<SymbolId, TermId> = edge
        .moves
        .iter()
        .filter_map(|(symbol, value)| Some((terms.as_symbol(*symbol)?, *value)))
        .collect();
    let mut found = Vec::new();
    for next in next {
        let condition = terms.substitute(next.condition, &map);
        let condition = terms.and(edge.condition, condition);
        if terms.as_bool(condition) == Some(false) {
            continue;
        }
        let mut moves: Vec<(TermId, TermId)> = edge
            .moves
            .iter()
            .filter(|(symbol, _)| kept.get(symbol) == Some(&next.to))
            .copied()
            .collect();
        for (symbol, value) in &next.moves {
            moves.push((*symbol, terms.substitute(*value, &map)));
        }
        found.push(Edge { to: next.to, condition, moves });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unfold::{Bounds, Request, unfold};

    const NEVER: &str = "  assert assertion holds false";

    /// The edges that runs can come to, before and after, of a program in which `%e` and `%v` are set on two ways that
    /// meet in `out`.
    fn check(good: &str, bad: &str, wrong: &str, expected: (usize, usize)) {
        let text = format!(
            "function @main() {{
entry:
  %x: i32 = input \"x\"
  %y: i32 = input \"y\"
  %z: i32 = input \"z\"
  %c = compare signed_less i32 %x, 0
  branch %c, bad, good
good:
  jump out({good})
bad:
  jump out({bad})
out(%e: i32, %v: i32):
  %is = compare equal i32 %e, 0
  branch %is, fine, wrong
fine:
  %most: i32 = input \"most\"
  %small = compare signed_less i32 %v, %most
  assert assertion holds %small
  return
wrong:
{wrong}
  return
}}
entry @main
"
        );
        let program = klew_ir::parse_program(&text, "threading.kir").unwrap();
        klew_ir::verify_program(&program).unwrap();
        let request = Request {
            program: &program,
            precondition: None,
            properties: BTreeSet::from([klew_ir::Property::Assertion]),
            bounds: Bounds { iterations: 1, recursion: 1, nodes: 1000 },
            named_allocations: false,
        };
        let mut terms = Terms::new();
        let mut graph = unfold(&request, &mut terms, &|| false);
        let edges = |graph: &Graph| graph.nodes.iter().map(|node| node.edges.len()).sum::<usize>();
        let before = edges(&graph);
        thread(&mut graph, &mut terms);
        assert_eq!((before, edges(&graph)), expected, "{graph:#?}");
    }

    #[test]
    fn ways_that_are_told_apart_do_not_meet() {
        check("0, %y", "1, 7", NEVER, (8, 6));
    }

    #[test]
    fn ways_that_may_go_on_either_way_meet() {
        check("%y, %y", "%z, 7", NEVER, (8, 8));
    }

    #[test]
    fn what_both_successors_use_keeps_the_node() {
        let both = "  %least: i32 = input \"least\"
  %large = compare signed_less i32 %least, %v
  assert assertion holds %large";
        check("0, %y", "1, 7", both, (9, 9));
    }
}
