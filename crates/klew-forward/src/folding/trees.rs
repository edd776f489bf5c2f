//! Trees of any size: which objects are nodes of trees, and how those that only their neighbours know become one object.
//!
//! Source: the tree predicate of separation logic (J. C. Reynolds, *Separation Logic: A Logic for Shared Mutable Data Structures*, LICS
//! 2002, section 4), with the templates of [`super::segment`]; a way from the root to where a program is in a tree is a chain whose
//! nodes go on by either link and own the tree at the other, as a zipper has it (G. Huet, *The Zipper*, JFP 1997).
//!
//! **Invariant**: each node of a tree is of one of its templates, has at each of its two links such a tree or none, points back to the
//! node above it if nodes point back, and nothing else points to it.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::Type;
use klew_memory::{Memory, ObjectId, ObjectKind, Value};

use super::chain::{Chains, Fold};
use super::fold::{Limits, drop_object};
use super::references::{Reference, References};
use super::segment::{Links, Segment, Segments, Side, Template, Templates};
use crate::machine::{Machine, Step};
use crate::state::State;

/// A place in a node that holds a pointer, and where in another node it points to.
type Link = (u64, u64);

/// By which links objects of a size were seen to point to others of that size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seen {
    links: BTreeSet<Link>,
    /// One, and the one by which the other pointed back.
    mutual: BTreeSet<(Link, Link)>,
}

/// How nodes of trees are linked, by their sizes in bytes: two links go down, and there may be one that leads back from both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kinds(BTreeMap<u64, Seen>);

impl Kinds {
    /// Looks at how the objects of the heap point to each other.
    pub fn learn(&mut self, memory: &Memory, segments: &Segments) {
        let word = u64::from(memory.pointer_bits() / 8);
        let is_node = |object: ObjectId| {
            let found = memory.object(object).filter(|it| it.is_alive() && it.writable)?;
            let is_heap = found.kind == ObjectKind::Heap && segments.get(object).is_none();
            found.concrete_size().filter(|_| is_heap)
        };
        let links = |object: ObjectId| {
            let pointers = memory.pointers_in(object).into_iter();
            pointers.filter_map(move |(at, size, value)| match value {
                Value::Pointer(to, into) if size == word && to != object => Some((at, to, into)),
                _ => None,
            })
        };
        for node in memory.alive_heap_objects() {
            let Some(size) = is_node(node) else { continue };
            for (at, to, into) in links(node) {
                if is_node(to) != Some(size) {
                    continue;
                }
                let seen = self.0.entry(size).or_default();
                seen.links.insert((at, into));
                let back = links(to).filter(|(_, target, _)| *target == node);
                seen.mutual
                    .extend(back.map(|(back, _, into_node)| ((at, into), (back, into_node))));
            }
        }
    }

    /// Takes over what was seen elsewhere.
    pub fn add(&mut self, other: Kinds) {
        for (size, seen) in other.0 {
            let known = self.0.entry(size).or_default();
            known.links.extend(seen.links);
            known.mutual.extend(seen.mutual);
        }
    }

    /// How nodes of a size are linked, if they are nodes of trees.
    pub fn of_size(&self, size: u64) -> Option<Links> {
        let seen = self.0.get(&size)?;
        let is_back = |back: &Link| {
            seen.links.iter().all(|link| (link == back) != seen.mutual.contains(&(*link, *back)))
        };
        let back = seen.links.iter().copied().find(is_back);
        let mut down = seen.links.iter().filter(|link| Some(**link) != back);
        let (&(next, into), &(branch, other)) = (down.next()?, down.next()?);
        let is_tree = down.next().is_none()
            && into == other
            && (back.is_some() || seen.mutual.is_empty())
            && !seen.mutual.contains(&((next, into), (branch, other)));
        is_tree.then_some(Links { size, next, into, back, branch: Some(branch) })
    }

    /// How nodes of a size are linked, if they are nodes of lists with one link.
    pub fn list_of_size(&self, size: u64) -> Option<Links> {
        let seen = self.0.get(&size)?;
        let mut links = seen.links.iter();
        let &(next, into) = links.next().filter(|_| seen.mutual.is_empty())?;
        let list = Links { size, next, into, back: None, branch: None };
        links.next().is_none().then_some(list)
    }

    /// Whether there are trees.
    pub fn any(&self) -> bool {
        self.0.keys().any(|&size| self.of_size(size).is_some())
    }

    /// Whether there are lists with one link.
    pub fn any_list(&self) -> bool {
        self.0.keys().any(|&size| self.list_of_size(size).is_some())
    }
}

impl Chains<'_> {
    /// A node that is a tree with all that hangs at it.
    pub(super) fn tree(&self) -> Option<Fold> {
        let kinds = self.kinds?;
        self.memory.alive_heap_objects().into_iter().find_map(|node| {
            let links = kinds.of_size(self.node_size(node)?)?;
            self.tree_of(node, links)
        })
    }

    fn tree_of(&self, node: ObjectId, links: Links) -> Option<Fold> {
        if self.references.is_root(node) || self.is_of_segment(node) {
            return None;
        }
        let at = links.all();
        if !at.iter().all(|&at| self.is_word(node, at)) {
            return None;
        }
        let below = links.ways().map(|way| self.tree_at(node, way.next, &links));
        let below: Vec<ObjectId> =
            below.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
        let parts = self.references.parts(self.memory, node, &at)?;
        if !self.keeps_segments_whole(&parts, &at) {
            return None;
        }
        let is_back = |reference: &Reference| {
            below.contains(&reference.holder) && reference.offset == self.word
        };
        let others = self.references.to(node).iter();
        let mut others = others.filter(|it| !parts.contains(&it.holder) && !is_back(it)).copied();
        let from = others.next().filter(|from| from.into == links.into)?;
        let segments = below.iter().filter_map(|tree| self.segments.get(*tree));
        let mut alike = segments.chain(self.segments.get(from.holder));
        if !alike.all(|segment| self.is_like_nodes(node, segment)) {
            return None;
        }
        if !self.is_of_segment(from.holder) {
            let is_only = others.next().is_none();
            return is_only.then_some(Fold::Tree { node, links, below, from, chain: None });
        }
        let chain = self.segments.get(from.holder)?;
        let behind = links.back.map(|(at, _)| (node, at));
        let leads_here = !chain.is_tree
            && chain.links == links
            && chain.end == Value::Pointer(node, links.into)
            && from.offset == 0
            && chain.behind == behind
            && others.next().is_none();
        leads_here.then_some(Fold::Tree { node, links, below, from, chain: Some(from.holder) })
    }

    /// The tree at a link of a node, or that there is none; nothing if there is something else.
    pub(super) fn tree_at(
        &self,
        node: ObjectId,
        at: u64,
        links: &Links,
    ) -> Option<Option<ObjectId>> {
        if !self.is_word(node, at) || self.is_number(node, at) {
            return None;
        }
        let mut pointers = self.pointers(node).into_iter();
        let Some((_, to, into)) = pointers.find(|(offset, ..)| *offset == at) else {
            return Some(None);
        };
        let tree = self.segments.get(to).filter(|segment| segment.is_tree)?;
        let is_back = links.back.is_none_or(|(_, into)| tree.begin == Value::Pointer(node, into));
        let is_whole = tree.links == *links && tree.holder == (node, at) && into == links.into;
        (is_whole && is_back).then_some(Some(to))
    }
}

/// A tree that others join, and which of its templates are in use.
struct Growing {
    tree: Segment,
    used: Templates,
}

impl Machine<'_> {
    /// Makes a tree of a node, of what hangs at it, and of the chain that leads to it.
    pub(super) fn fold_tree(
        &mut self,
        state: &mut State,
        references: &References,
        (node, links): (ObjectId, Links),
        (below, from, chain): (&[ObjectId], Reference, Option<ObjectId>),
        limits: Limits<'_>,
    ) -> Option<()> {
        let begin = self.back_link(state, node, &links)?;
        let parts = self.detach(state, references, node, &links.all())?;
        // Nothing is said of how numbers of nodes lie to each other, or to others.
        let limits = limits.without_landmarks();
        let template = self.template(state, parts, &links, limits);
        let tree = Segment {
            links,
            is_tree: true,
            least: 1,
            count: None,
            numbered: Vec::new(),
            templates: Vec::new(),
            first: 0,
            last: 0,
            follows: Vec::new(),
            end: Value::NULL,
            begin,
            holder: (from.holder, from.offset),
            behind: None,
        };
        let mut grown = self.with_tree_node(state, Growing { tree, used: 0 }, template, limits)?;
        for &tree in below {
            grown = self.with_tree(state, grown, tree, limits)?;
        }
        if let Some(chain) = chain {
            grown = self.with_chain(state, grown, chain, limits)?;
        }
        let mut tree = grown.tree;
        (tree.first, tree.last) = (grown.used, grown.used);
        tree.forget_order();
        let id = tree.allocate(&mut state.memory).ok()?;
        tree.write(self.terms, &mut state.memory, id);
        let (holder, offset) = tree.holder;
        state.segments.insert(id, tree);
        self.point_to(state, id, Reference { holder, offset, into: links.into });
        Some(())
    }

    fn with_tree_node(
        &mut self,
        state: &mut State,
        Growing { tree, used }: Growing,
        template: Template,
        limits: Limits<'_>,
    ) -> Option<Growing> {
        let template = Template { next: tree.links.next, ..template };
        let joins = (template, Side::Front);
        let (tree, number) =
            self.with_template(state, (tree, used), joins, (limits, &|_, _| true))?;
        Some(Growing { tree, used: used | 1 << number })
    }

    /// A tree with the nodes of another one, which is no more.
    fn with_tree(
        &mut self,
        state: &mut State,
        mut grown: Growing,
        other: ObjectId,
        limits: Limits<'_>,
    ) -> Option<Growing> {
        let known = state.segments.get(other)?.clone();
        let possible = known.possible();
        for (number, template) in known.templates.into_iter().enumerate() {
            if possible & 1 << number != 0 {
                grown = self.with_tree_node(state, grown, template, limits)?;
            } else {
                drop_template(state, &template);
            }
        }
        drop_object(state, other);
        Some(grown)
    }

    /// A tree with the nodes of a chain that leads to it, and with the trees at them. The chain is no more.
    fn with_chain(
        &mut self,
        state: &mut State,
        mut grown: Growing,
        chain: ObjectId,
        limits: Limits<'_>,
    ) -> Option<Growing> {
        let known = state.segments.get(chain)?.clone();
        let possible = known.possible();
        for (number, mut template) in known.templates.into_iter().enumerate() {
            if possible & 1 << number == 0 {
                drop_template(state, &template);
                continue;
            }
            let node = template.node();
            let branch = known.links.through(template.next)?.branch?;
            if let Value::Pointer(owned, _) = self.link(state, node, branch)?
                && !owned.is_null()
            {
                let tree = state.segments.get(owned)?;
                let inner = tree.templates.iter().flat_map(|template| &template.parts);
                let inner: BTreeSet<ObjectId> = inner.copied().chain([owned]).collect();
                template.parts.retain(|part| !inner.contains(part));
                grown = self.with_tree(state, grown, owned, limits)?;
            }
            let word = Type::Int(self.pointer_bits());
            state.memory.store(self.terms, node, branch, word, Value::Int(0));
            grown = self.with_tree_node(state, grown, template, limits)?;
        }
        (grown.tree.begin, grown.tree.holder) = (known.begin, known.holder);
        drop_object(state, chain);
        Some(grown)
    }

    /// Puts a new node where a tree was, and a tree or none at each of its links; nothing of a tree that has none.
    pub(super) fn put_root(
        &mut self,
        state: &mut State,
        (id, segment): (ObjectId, &Segment),
        node: ObjectId,
    ) -> Step<()> {
        let links = segment.links;
        self.replace_handle(state, id, segment.holder, Value::Pointer(node, links.into));
        let mut rest = segment.clone();
        rest.least = 0;
        if let Some((at, into)) = links.back {
            self.write_pointer(state, (node, at), segment.begin);
            rest.begin = Value::Pointer(node, into);
        }
        rest.holder = (node, links.next);
        rest.write(self.terms, &mut state.memory, id);
        state.segments.insert(id, rest);
        self.write_pointer(state, (node, links.next), Value::Pointer(id, links.into));
        let Some(branch) = links.branch else { return Ok(()) };
        let parts = segment.templates.iter().flat_map(|template| &template.parts);
        let parts = std::iter::once(id).chain(parts.copied()).collect();
        let whole = Template {
            parts,
            next: links.next,
            orders: Vec::new(),
            texts: Vec::new(),
            fields: Vec::new(),
        };
        let copy = self.make_node(state, &whole)?[&id];
        if let Some(mut other) = state.segments.get(copy).cloned() {
            other.holder = (node, branch);
            state.segments.insert(copy, other);
        }
        self.write_pointer(state, (node, branch), Value::Pointer(copy, links.into));
        Ok(())
    }
}

/// A template is no more.
fn drop_template(state: &mut State, template: &Template) {
    for part in &template.parts {
        drop_object(state, *part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(links: &[Link], mutual: &[(Link, Link)]) -> Option<Links> {
        let mutual = mutual.iter().flat_map(|&(one, other)| [(one, other), (other, one)]);
        let seen = Seen { links: links.iter().copied().collect(), mutual: mutual.collect() };
        Kinds([(24, seen)].into_iter().collect()).of_size(24)
    }

    #[test]
    fn two_links_down_are_a_tree() {
        let found = seen(&[(8, 0), (16, 0)], &[]);
        let tree = Links { size: 24, next: 8, into: 0, back: None, branch: Some(16) };
        assert_eq!(found, Some(tree));
        let ways: Vec<u64> = tree.ways().map(|way| way.next).collect();
        assert_eq!(ways, [8, 16]);
        assert!(tree.ways().all(|way| way.of_kind() == tree));
    }

    #[test]
    fn the_link_that_leads_back_from_both_is_the_one_to_the_parent() {
        let (left, right, parent) = ((0, 0), (8, 0), (16, 0));
        let found = seen(&[left, right, parent], &[(left, parent), (right, parent)]);
        assert_eq!(found.map(|tree| (tree.next, tree.branch, tree.back)), {
            Some((0, Some(8), Some((16, 0))))
        });
    }

    #[test]
    fn lists_are_no_trees() {
        let (next, last) = ((0, 0), (8, 0));
        assert_eq!(seen(&[next], &[]), None);
        let only = Seen { links: [next].into_iter().collect(), mutual: BTreeSet::new() };
        let list = Links { size: 24, next: 0, into: 0, back: None, branch: None };
        assert_eq!(Kinds([(24, only)].into_iter().collect()).list_of_size(24), Some(list));
        assert_eq!(seen(&[next, last], &[(next, last)]), None);
        // A list with a third link of which nothing leads back.
        assert_eq!(seen(&[next, last, (16, 0)], &[(next, last)]), None);
    }

    #[test]
    fn what_is_seen_elsewhere_counts() {
        let one = |link| {
            let seen = Seen { links: [link].into_iter().collect(), mutual: BTreeSet::new() };
            Kinds([(24, seen)].into_iter().collect())
        };
        let mut known = one((8, 0));
        assert!(!known.any());
        known.add(one((16, 0)));
        assert!(known.any());
    }
}
