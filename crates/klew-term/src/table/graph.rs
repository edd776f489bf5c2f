//! The elements of a table as a graph of multiplexers, as in a reduced ordered decision diagram: one node for equal
//! parts of the table, none where both halves are equal.

use rustc_hash::FxHashMap;

use super::TableReader;
use crate::bounds::Bounds;

/// A part of the table: one element everywhere, or a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    Element(u64),
    /// A node of the graph.
    Choice(u32),
}

/// A choice by one bit of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    bit: u32,
    one: Part,
    zero: Part,
}

/// A multiplexer graph. Nodes come after those that they choose between.
#[derive(Debug)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    root: Part,
}

impl Graph {
    /// The graph of 2^n elements.
    pub(super) fn new(elements: &[u64]) -> Graph {
        let mut nodes = Vec::new();
        let mut known: FxHashMap<Node, u32> = FxHashMap::default();
        let mut parts: Vec<Part> = elements.iter().map(|&element| Part::Element(element)).collect();
        let mut bit = 0;
        while parts.len() > 1 {
            parts = parts
                .chunks(2)
                .map(|pair| match *pair {
                    [zero, one] if zero != one => {
                        let node = Node { bit, one, zero };
                        Part::Choice(*known.entry(node).or_insert_with(|| {
                            nodes.push(node);
                            nodes.len() as u32 - 1
                        }))
                    }
                    _ => pair[0],
                })
                .collect();
            bit += 1;
        }
        Graph { nodes, root: parts.first().copied().unwrap_or(Part::Element(0)) }
    }

    /// What a known bit chooses.
    fn forced(&self, index: &Bounds, mut part: Part) -> Part {
        while let Part::Choice(at) = part {
            let node = self.nodes[at as usize];
            part = match ((index.ones >> node.bit) & 1, (index.zeros >> node.bit) & 1) {
                (1, _) => node.one,
                (_, 1) => node.zero,
                _ => break,
            };
        }
        part
    }

    /// The nodes that an index with these bounds can reach, by position.
    fn reached(&self, index: &Bounds, root: Part) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        if let Part::Choice(at) = root {
            reached[at as usize] = true;
        }
        for at in (0..self.nodes.len()).rev() {
            if !reached[at] {
                continue;
            }
            for part in [self.nodes[at].one, self.nodes[at].zero] {
                if let Part::Choice(next) = self.forced(index, part) {
                    reached[next as usize] = true;
                }
            }
        }
        reached
    }

    pub(super) fn read<R: TableReader>(
        &self,
        index: &Bounds,
        reader: &mut R,
    ) -> Result<R::Term, R::Error> {
        let root = self.forced(index, self.root);
        let reached = self.reached(index, root);
        let mut made: Vec<Option<R::Term>> = vec![None; self.nodes.len()];
        let mut bits: FxHashMap<u32, R::Term> = FxHashMap::default();
        let term = |made: &[Option<R::Term>], reader: &mut R, part| match part {
            Part::Element(element) => reader.element(element),
            Part::Choice(at) => match &made[at as usize] {
                Some(term) => Ok(term.clone()),
                // Nodes come after those that they choose between.
                None => reader.element(0),
            },
        };
        for at in 0..self.nodes.len() {
            if !reached[at] {
                continue;
            }
            let node = self.nodes[at];
            let one = self.forced(index, node.one);
            let zero = self.forced(index, node.zero);
            let then = term(&made, reader, one)?;
            if one == zero {
                made[at] = Some(then);
                continue;
            }
            let otherwise = term(&made, reader, zero)?;
            let bit = match bits.get(&node.bit) {
                Some(bit) => bit.clone(),
                None => {
                    let bit = reader.any_bit(node.bit, node.bit)?;
                    bits.insert(node.bit, bit.clone());
                    bit
                }
            };
            made[at] = Some(reader.choose(&bit, &then, &otherwise)?);
        }
        term(&made, reader, root)
    }
}
