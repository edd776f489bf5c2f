//! Chains of nodes that only their neighbours know, and how they become segments: which nodes can be folded, and where they go.
//!
//! Source: the abstraction of symbolic memory graphs (Dudka, Peringer, Vojnar, SAS 2013, section 4.2), without joins: nodes are
//! folded one by one.
//!
//! **Invariant**: whoever could come to a folded node comes to it through the segment's holder or through what is behind it.

use klew_memory::{CellKind, Memory, ObjectId, ObjectKind, Value};

use super::references::{Reference, References};
use super::segment::{Links, Segment, Segments};
use super::trees::Kinds;
use crate::state::State;

/// The largest node.
const MOST_BYTES: u64 = 4096;

/// A step of folding.
#[derive(Clone, Debug, PartialEq)]
pub enum Fold {
    /// A node becomes a segment by itself.
    New {
        /// The node.
        node: ObjectId,
        /// How it is linked.
        links: Links,
        /// What points to it from before, and from behind.
        from: (Reference, Option<Reference>),
    },
    /// The node before a segment becomes its first.
    Before {
        /// The segment.
        segment: ObjectId,
        /// The node.
        node: ObjectId,
        /// How it is linked.
        links: Links,
        /// What points to the node from before.
        from: Reference,
    },
    /// The node behind a segment becomes its last.
    Behind {
        /// The segment.
        segment: ObjectId,
        /// The node.
        node: ObjectId,
        /// How it is linked.
        links: Links,
        /// What points to it from behind.
        from: Option<Reference>,
    },
    /// The node between two segments, which become one with it.
    Between {
        /// The one before.
        before: ObjectId,
        /// The node.
        node: ObjectId,
        /// How it is linked.
        links: Links,
        /// The one behind.
        behind: ObjectId,
    },
    /// The node becomes a tree with those that hang at it, and with the chain that leads to it and to nowhere else.
    Tree {
        /// The node.
        node: ObjectId,
        /// How it is linked.
        links: Links,
        /// The trees at it.
        below: Vec<ObjectId>,
        /// What points to it.
        from: Reference,
        /// The chain, if that is one.
        chain: Option<ObjectId>,
    },
}

/// The state as far as chains depend on it.
pub struct Chains<'s> {
    pub(super) memory: &'s Memory,
    pub(super) segments: &'s Segments,
    pub(super) references: &'s References,
    /// How nodes of trees are linked.
    pub(super) kinds: Option<&'s Kinds>,
    /// Whether only objects that were allocated at one place are like each other: objects of two types may have one size.
    one_origin: bool,
    pub(super) word: u64,
}

impl<'s> Chains<'s> {
    /// Those of a state.
    pub fn new(
        state: &'s State,
        references: &'s References,
        (kinds, one_origin): (Option<&'s Kinds>, bool),
    ) -> Chains<'s> {
        let word = u64::from(state.memory.pointer_bits() / 8);
        let (memory, segments) = (&state.memory, &state.segments);
        Chains { memory, segments, references, kinds, one_origin, word }
    }

    /// What can be folded next, if chains of so many nodes at least are.
    pub fn next_fold(&self, least: usize) -> Option<Fold> {
        let chains = || self.segments.iter().filter(|(_, segment)| !segment.is_tree);
        let beside = || chains().find_map(|(id, segment)| self.beside(id, segment));
        self.tree().or_else(beside).or_else(|| self.new_segment(least))
    }

    /// A node that can join a segment.
    fn beside(&self, id: ObjectId, segment: &Segment) -> Option<Fold> {
        self.before(id, segment).or_else(|| self.behind(id, segment))
    }

    fn before(&self, id: ObjectId, segment: &Segment) -> Option<Fold> {
        let (node, at) = segment.holder;
        let links = segment.links.through(at)?;
        if !self.is_like_nodes(node, segment) {
            return None;
        }
        let (before, behind) = self.neighbours(node, &links)?;
        // Apart from its back link, nothing behind it is known to point to it.
        if self.is_link_to_segment(node, segment.links.back.map(|(at, _)| at)) {
            return None;
        }
        let is_begin = |reference: &Reference| reference.holder == id;
        let is_back = match segment.links.back {
            Some((_, into)) => behind.is_some_and(|found| is_begin(&found) && found.into == into),
            None => behind.is_none(),
        };
        let from = before?;
        (is_back && from.into == segment.links.into && !self.is_of_segment(from.holder))
            .then_some(Fold::Before { segment: id, node, links, from })
    }

    fn behind(&self, id: ObjectId, segment: &Segment) -> Option<Fold> {
        segment.links.ways().find_map(|links| self.behind_by((id, segment), links))
    }

    fn behind_by(&self, (id, segment): (ObjectId, &Segment), links: Links) -> Option<Fold> {
        let Value::Pointer(node, into) = segment.end else { return None };
        if node.is_null() || into != links.into || !self.is_like_nodes(node, segment) {
            return None;
        }
        let (before, behind) = self.neighbours(node, &links)?;
        let is_before = before.is_some_and(|found| found.holder == id);
        let is_behind = links.back.is_none_or(|(at, _)| segment.behind == Some((node, at)));
        if self.is_link_to_segment(node, Some(links.next)) {
            let next = self.linked(node, &links)?;
            let other = self.segments.get(next)?;
            let is_back = match segment.links.back {
                Some((_, into)) => {
                    behind.is_some_and(|found| found.holder == next && found.into == into)
                }
                None => behind.is_none(),
            };
            let is_like = other.links == segment.links
                && !other.is_tree
                && other.holder == (node, links.next)
                && next != id;
            return (is_before && is_behind && is_back && is_like).then_some(Fold::Between {
                before: id,
                node,
                links,
                behind: next,
            });
        }
        let fits = |found: Reference| {
            segment.links.back.is_some_and(|(_, into)| found.into == into)
                && !self.is_of_segment(found.holder)
        };
        (is_before && is_behind && behind.is_none_or(fits)).then_some(Fold::Behind {
            segment: id,
            node,
            links,
            from: behind,
        })
    }

    /// Whether an object is a segment or belongs to one: chains that follow each other without a node between them stay two.
    pub(super) fn is_of_segment(&self, object: ObjectId) -> bool {
        self.segments.iter().any(|(id, segment)| {
            id == object
                || segment.templates.iter().any(|template| template.parts.contains(&object))
        })
    }

    /// A node that begins a long enough chain.
    fn new_segment(&self, least: usize) -> Option<Fold> {
        self.memory.alive_heap_objects().into_iter().find_map(|node| {
            let found = self.links_of(node).into_iter().find_map(|links| {
                let (before, behind) = self.neighbours(node, &links)?;
                let before = before?;
                let back = links.back.map(|(at, _)| at);
                let is_beside = self.is_of_segment(before.holder)
                    || self.is_link_to_segment(node, Some(links.next))
                    || self.is_link_to_segment(node, back);
                (!is_beside && self.length(node, &links, least) >= least)
                    .then_some((links, (before, behind)))
            });
            found.map(|(links, from)| Fold::New { node, links, from })
        })
    }

    /// How many nodes from one on are of the same chain, as far as that matters.
    fn length(&self, node: ObjectId, links: &Links, least: usize) -> usize {
        let (mut at, mut links, mut count) = (node, *links, 1);
        let mut seen = vec![node];
        while count < least {
            let Some(next) = self.linked(at, &links) else { break };
            let from_here = |way: &Links| {
                let before = self.neighbours(next, way).and_then(|(before, _)| before);
                before.is_some_and(|before| before.holder == at)
            };
            let Some(way) = links.ways().find(from_here) else { break };
            if seen.contains(&next) || !self.are_alike(at, next) {
                break;
            }
            seen.push(next);
            (at, links, count) = (next, way, count + 1);
        }
        count
    }

    /// How a node may be linked with others of its size.
    fn links_of(&self, node: ObjectId) -> Vec<Links> {
        let Some(size) = self.node_size(node) else { return Vec::new() };
        if let Some(links) = self.kinds.and_then(|kinds| kinds.of_size(size)) {
            let goes_on = |way: &Links| {
                self.linked(node, way)
                    .is_some_and(|to| self.node_size(to) == Some(size) && self.are_alike(node, to))
            };
            return links.ways().filter(goes_on).collect();
        }
        let pointers = self.pointers(node);
        let mut found = Vec::new();
        for &(next, to, into) in &pointers {
            if to == node
                || self.node_size(to) != Some(size)
                || !self.are_alike(node, to)
                || self.is_of_segment(to)
            {
                continue;
            }
            let mut backs = self.pointers(to).into_iter();
            let back = backs.find(|&(_, target, _)| target == node);
            let back = back.filter(|&(at, _, _)| at != next).map(|(at, _, into)| (at, into));
            found.push(Links { size, next, into, back, branch: None });
        }
        found
    }

    /// Whether a node may be one of a segment's, as far as its origin and what it holds tell.
    pub(super) fn is_like_nodes(&self, node: ObjectId, segment: &Segment) -> bool {
        segment.templates.iter().all(|template| self.are_alike(template.node(), node))
    }

    /// Whether two objects of one size may be nodes of one chain: where one points to something, the other has no number.
    fn are_alike(&self, one: ObjectId, other: ObjectId) -> bool {
        let points_at_numbers = |one: ObjectId, other: ObjectId| {
            self.pointers_in(one).into_iter().any(|(at, ..)| self.is_number(other, at))
        };
        self.have_one_origin(one, other)
            && !points_at_numbers(one, other)
            && !points_at_numbers(other, one)
    }

    /// Whether a word of an object holds a number, that no null is.
    pub(super) fn is_number(&self, object: ObjectId, at: u64) -> bool {
        let cells = self.memory.cells_in(object, at, self.word).unwrap_or_default();
        cells.iter().any(|cell| match cell.kind {
            CellKind::Concrete => {
                let bytes = self.memory.read_bytes(object, cell.offset, cell.size);
                bytes.is_some_and(|bytes| bytes.iter().any(|byte| *byte != 0))
            }
            CellKind::Term(Some(Value::Term(_))) => true,
            _ => false,
        })
    }

    fn have_one_origin(&self, one: ObjectId, other: ObjectId) -> bool {
        let origin = |id| self.memory.object(id).map(|object| object.requested_at);
        !self.one_origin || origin(one) == origin(other)
    }

    pub(super) fn node_size(&self, node: ObjectId) -> Option<u64> {
        let object = self.memory.object(node)?;
        let is_node = object.is_alive() && object.kind == ObjectKind::Heap && object.writable;
        object.concrete_size().filter(|size| is_node && *size <= MOST_BYTES)
    }

    /// The pointers to objects in a node: where, to which, where in it.
    pub(super) fn pointers(&self, node: ObjectId) -> Vec<(u64, ObjectId, u64)> {
        match self.node_size(node) {
            Some(_) => self.pointers_in(node),
            None => Vec::new(),
        }
    }

    fn pointers_in(&self, node: ObjectId) -> Vec<(u64, ObjectId, u64)> {
        let pointer = |(offset, size, value): (u64, u64, Value)| match value {
            Value::Pointer(to, into) if !to.is_null() && size == self.word => {
                Some((offset, to, into))
            }
            _ => None,
        };
        self.memory.pointers_in(node).into_iter().filter_map(pointer).collect()
    }

    /// The object that a node's link leads to.
    fn linked(&self, node: ObjectId, links: &Links) -> Option<ObjectId> {
        let pointers = self.pointers(node);
        pointers.into_iter().find(|&(at, ..)| at == links.next).map(|(_, to, _)| to)
    }

    /// What points to a node from before and, by its back link, from behind, if nothing else does but what belongs to the node.
    fn neighbours(
        &self,
        node: ObjectId,
        links: &Links,
    ) -> Option<(Option<Reference>, Option<Reference>)> {
        if self.node_size(node) != Some(links.size)
            || self.references.is_root(node)
            || self.is_of_segment(node)
        {
            return None;
        }
        let at = links.along();
        if !at.iter().all(|&at| self.is_word(node, at)) || !self.goes_on_by(node, links) {
            return None;
        }
        let parts = self.references.parts(self.memory, node, &at)?;
        if !self.keeps_segments_whole(&parts, &at) {
            return None;
        }
        let others = self.references.to(node).iter();
        let others: Vec<Reference> =
            others.filter(|reference| !parts.contains(&reference.holder)).copied().collect();
        let next = self.linked(node, links);
        let is_behind = |reference: &Reference| {
            links.back.is_some_and(|(_, into)| into == reference.into)
                && next == Some(reference.holder)
                && self.is_back_link(reference, links)
        };
        match others[..] {
            [one] if is_behind(&one) && !self.is_link(&one, links) => Some((None, Some(one))),
            [one] => Some((Some(one), None)),
            [one, other] if is_behind(&other) => Some((Some(one), Some(other))),
            [one, other] if is_behind(&one) => Some((Some(other), Some(one))),
            _ => None,
        }
        .filter(|(before, _)| before.is_none_or(|found| found.into == links.into))
    }

    /// Whether a node of a tree has something else than a tree at one of its links, and a tree or none at the other.
    fn goes_on_by(&self, node: ObjectId, links: &Links) -> bool {
        links.branch.is_none_or(|branch| {
            let next = self.linked(node, links).and_then(|next| self.segments.get(next));
            self.linked(node, links).is_some()
                && next.is_none_or(|next| !next.is_tree)
                && self.tree_at(node, branch, &links.of_kind()).is_some()
        })
    }

    /// Whether a link leads to a segment.
    fn is_link_to_segment(&self, node: ObjectId, link: Option<u64>) -> bool {
        let pointers = self.pointers(node);
        pointers.iter().any(|(at, to, _)| Some(*at) == link && self.segments.get(*to).is_some())
    }

    /// Whether what belongs to a node points to no segment that does not, apart from its links, and segments belong to it with all of their
    /// templates.
    pub(super) fn keeps_segments_whole(&self, parts: &[ObjectId], links: &[u64]) -> bool {
        parts.iter().all(|&part| {
            self.pointers_in(part).into_iter().all(|(at, to, _)| {
                let is_link = Some(&part) == parts.first() && links.contains(&at);
                is_link || parts.contains(&to) || self.segments.get(to).is_none()
            }) && self.segments.get(part).is_none_or(|segment| {
                let mut all = segment.templates.iter().flat_map(|template| &template.parts);
                all.all(|part| parts.contains(part))
            })
        })
    }

    /// Whether a pointer is where nodes of the chain have their back links, or in something else than such a node.
    fn is_back_link(&self, reference: &Reference, links: &Links) -> bool {
        if self.is_of_segment(reference.holder) {
            return reference.offset == self.word;
        }
        let is_node = self.node_size(reference.holder) == Some(links.size);
        !is_node || links.back.is_some_and(|(at, _)| at == reference.offset)
    }

    fn is_link(&self, reference: &Reference, links: &Links) -> bool {
        self.node_size(reference.holder) == Some(links.size)
            && !self.is_of_segment(reference.holder)
            && reference.offset == links.next
    }

    /// Whether a word of a node is one pointer, or concrete.
    pub(super) fn is_word(&self, node: ObjectId, at: u64) -> bool {
        let cells = self.memory.cells_in(node, at, self.word).unwrap_or_default();
        match cells[..] {
            [cell] => match cell.kind {
                CellKind::Pointer(Value::Pointer(..)) => {
                    cell.offset == at && cell.size == self.word
                }
                CellKind::Concrete => cell.size == self.word,
                _ => false,
            },
            _ => false,
        }
    }
}
