//! Segments: what stands for a chain of any number of like nodes between two places of memory.
//!
//! Source: the segments of symbolic memory graphs (K. Dudka, P. Peringer, T. Vojnar, *Byte-Precise Verification of Low-Level List
//! Manipulation*, SAS 2013), here with a language: what a node may be is one of several templates, and which may follow which is
//! told, so that alternating and sorted lists keep their order.
//!
//! A segment is an object of memory that nothing but two cells points to: the *holder*, whose content is the pointer to the first node,
//! and, of doubly linked lists, the one *behind*, whose content is the pointer to the last. The object holds what the last node's link
//! is (`end`), what the first node's back link is (`begin`), and pointers to its templates: so whatever asks what can be reached, or
//! what points where, needs to know nothing of segments.
//!
//! A tree ([`super::trees`]) is such an object as well, with a holder and nothing behind.
//!
//! **Invariant**: no register holds a pointer to a segment or a template: what would load one unfolds the segment first
//! ([`super::unfold`]).
//! **Invariant**: the symbols of a template occur in that template, and in constraints about nothing else but symbols that no template
//! holds ([`super::relations`]): they say what is so of each node, not of one.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use klew_ir::Type;
use klew_memory::{AllocationRequest, Memory, MemoryError, ObjectId, ObjectKind, Value};
use klew_term::{TermId, Terms};

use super::numbered::Numbered;
use super::sorted::Sorted;

/// Templates of a segment by number, as bits.
pub type Templates = u16;

/// The most templates of a segment.
pub const MOST_TEMPLATES: usize = Templates::BITS as usize;

/// How nodes are linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links {
    /// Bytes of a node.
    pub size: u64,
    /// Where in a node the pointer to the next one is.
    pub next: u64,
    /// Where in a node pointers from the one before point to.
    pub into: u64,
    /// Of doubly linked ones, where the pointer to the one before is, and where in a node pointers from the next one point to.
    pub back: Option<(u64, u64)>,
    /// Of nodes of trees, where the pointer to the other child is: a way down goes on by either.
    pub branch: Option<u64>,
}

impl Links {
    /// The links by which a chain goes on from a node where its pointer to the next one is there, if one of them is.
    pub fn through(self, at: u64) -> Option<Links> {
        match self.branch {
            _ if at == self.next => Some(self),
            Some(branch) if at == branch => {
                Some(Links { next: branch, branch: Some(self.next), ..self })
            }
            _ => None,
        }
    }

    /// The ways in which a chain can go on from a node.
    pub fn ways(self) -> impl Iterator<Item = Links> {
        std::iter::once(self).chain(self.branch.and_then(|branch| self.through(branch)))
    }

    /// Links of nodes of one kind are the same, wherever a chain goes on.
    pub fn of_kind(self) -> Links {
        match self.branch {
            Some(branch) if branch < self.next => {
                Links { next: branch, branch: Some(self.next), ..self }
            }
            _ => self,
        }
    }

    /// Whether a byte of a node of a tree belongs to a pointer to another, of so many bytes each.
    pub fn covers(&self, byte: u64, word: u64) -> bool {
        self.all().iter().any(|at| (*at..at + word).contains(&byte))
    }

    /// Where the pointers along a chain are.
    pub fn along(&self) -> Vec<u64> {
        std::iter::once(self.next).chain(self.back.map(|(at, _)| at)).collect()
    }

    /// Where all pointers of a node of a tree to others are.
    pub fn all(&self) -> Vec<u64> {
        self.along().into_iter().chain(self.branch).collect()
    }
}

/// What a node may be: an object with what belongs to it alone. Its links are 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The node first, then what only it points to.
    pub parts: Vec<ObjectId>,
    /// Where in the node the pointer to the next one is.
    pub next: u64,
    /// The orders that its nodes are in.
    pub orders: Vec<Sorted>,
    /// Which parts are texts, of every node ([`super::texts`]).
    pub texts: Vec<ObjectId>,
    /// Which fields of parts are texts, of every node ([`super::text_fields`]).
    pub fields: Vec<TextField>,
}

/// Bytes of a part that are a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextField {
    /// The part.
    pub part: ObjectId,
    /// Which of its bytes.
    pub bytes: Range<u64>,
}

impl Template {
    /// The node itself.
    pub fn node(&self) -> ObjectId {
        self.parts.first().copied().unwrap_or(ObjectId::NULL)
    }

    /// After it became one that stands for another's nodes as well, part by part: texts are those that are texts in both.
    pub fn keep_common_texts(&mut self, other: &Template) {
        let pairs: Vec<_> = self.parts.iter().zip(&other.parts).collect();
        self.texts.retain(|text| {
            pairs.iter().any(|(part, same)| *part == text && other.texts.contains(same))
        });
        self.fields.retain(|field| {
            pairs.iter().any(|(part, same)| {
                let text = TextField { part: **same, bytes: field.bytes.clone() };
                **part == field.part && other.fields.contains(&text)
            })
        });
    }
}

/// From where a segment is come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// From its holder.
    Front,
    /// From behind.
    Back,
}

/// A segment.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// How its nodes are linked.
    pub links: Links,
    /// Whether it is a tree ([`super::trees`]): each node has at each of its two links such a tree again, or none.
    pub is_tree: bool,
    /// So many nodes at least.
    pub least: u32,
    /// How many nodes, if that is told ([`super::counts`]).
    pub count: Option<TermId>,
    /// How they are numbered, in all ways in which they are.
    pub numbered: Vec<Numbered>,
    /// What nodes may be.
    pub templates: Vec<Template>,
    /// What the first one may be.
    pub first: Templates,
    /// What the last one may be.
    pub last: Templates,
    /// For each template, which ones may be next.
    pub follows: Vec<Templates>,
    /// The link of the last node.
    pub end: Value,
    /// The back link of the first node, if nodes have one.
    pub begin: Value,
    /// The cell whose content is the pointer to the first node.
    pub holder: (ObjectId, u64),
    /// The cell whose content is the pointer to the last node, if there is one.
    pub behind: Option<(ObjectId, u64)>,
}

impl Segment {
    /// What may stand before a template.
    pub fn preceding(&self, template: usize) -> Templates {
        let before = self.follows.iter().enumerate();
        before
            .filter(|(_, next)| **next & 1 << template != 0)
            .fold(0, |all, (number, _)| all | 1 << number)
    }

    /// Lets each of some templates be followed by each of others.
    pub fn link_all(&mut self, from: Templates, to: Templates) {
        for number in numbers(from) {
            self.follows[number] |= to;
        }
    }

    /// Lets any node follow any other.
    pub fn forget_order(&mut self) {
        let possible = self.possible();
        (self.first, self.last) = (possible, possible);
        self.link_all(possible, possible);
    }

    /// The templates that a node of it can be.
    pub fn possible(&self) -> Templates {
        self.reachable(self.first)
    }

    /// Some templates and all that may come after them.
    fn reachable(&self, from: Templates) -> Templates {
        let mut found = from;
        loop {
            let more = numbers(found).fold(found, |all, number| all | self.follows[number]);
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Whether one of some templates, followed by one of others, would be one that may come after these, and could not be followed so
    /// before: stages would be one.
    pub fn joins_stages(&self, from: Templates, to: Templates) -> bool {
        numbers(from).any(|number| {
            let new = to & !self.follows[number] & !(1 << number);
            self.reachable(new) & 1 << number != 0
        })
    }

    /// Makes its object.
    ///
    /// # Errors
    /// There is no memory for it.
    pub fn allocate(&self, memory: &mut Memory) -> Result<ObjectId, MemoryError> {
        let word = u64::from(memory.pointer_bits() / 8);
        let size = Value::Int(word * (2 + MOST_TEMPLATES as u64));
        let mut request = AllocationRequest::new(ObjectKind::Heap, size);
        request.align = word;
        memory.allocate(request)
    }

    /// Writes into its object what it points to.
    pub fn write(&self, terms: &mut Terms, memory: &mut Memory, object: ObjectId) {
        let word = u64::from(memory.pointer_bits() / 8);
        memory.store(terms, object, 0, Type::Pointer, self.end);
        memory.store(terms, object, word, Type::Pointer, self.begin);
        for number in 0..MOST_TEMPLATES {
            let node = self.templates.get(number).map_or(ObjectId::NULL, Template::node);
            let at = word * (2 + number as u64);
            memory.store(terms, object, at, Type::Pointer, Value::Pointer(node, 0));
        }
    }
}

/// The numbers of templates.
pub fn numbers(templates: Templates) -> impl Iterator<Item = usize> {
    (0..MOST_TEMPLATES).filter(move |number| templates & 1 << number != 0)
}

/// The segments of a state, by their objects. Cloning is O(1).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Segments(Option<Rc<BTreeMap<ObjectId, Segment>>>);

impl Segments {
    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// That of an object.
    pub fn get(&self, object: ObjectId) -> Option<&Segment> {
        self.0.as_ref()?.get(&object)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (ObjectId, &Segment)> {
        self.0.iter().flat_map(|all| all.iter()).map(|(object, segment)| (*object, segment))
    }

    /// Puts in one.
    pub fn insert(&mut self, object: ObjectId, segment: Segment) {
        Rc::make_mut(self.0.get_or_insert_default()).insert(object, segment);
    }

    /// Takes out one.
    pub fn remove(&mut self, object: ObjectId) -> Option<Segment> {
        let all = Rc::make_mut(self.0.as_mut()?);
        let removed = all.remove(&object);
        if all.is_empty() {
            self.0 = None;
        }
        removed
    }
}
