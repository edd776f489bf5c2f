//! What the parts of the lowering share.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::{Position, Program, Type};
use klew_term::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::affine::Affine;
use crate::fields::{FieldId, FieldKind};
use crate::graph::{Edge, End, EndId, Graph, Node, NodeId, Operation};
use crate::heap::Heap;
use crate::inexpressible::Inexpressible;
use crate::layout::Access;
use crate::regions::{ClassId, Regions};

/// A lowering under way.
pub(super) struct Lowering<'a> {
    pub(super) program: &'a Program,
    pub(super) terms: &'a mut Terms,
    pub(super) regions: Regions,
    pub(super) bits: u32,
    /// Where memory is typed, the bytes before the elements of arrays.
    pub(super) typed: Option<i64>,
    pub(super) accesses: BTreeMap<ClassId, Vec<Access>>,
    /// Classes with copies between elements, where memory is typed.
    pub(super) copied: BTreeSet<ClassId>,
}

/// Whether an operation on memory was told in fields. If not, nothing of it counts and its runs end there.
pub(super) type Told = Result<(), Inexpressible>;

/// What is known of offsets.
pub(super) type Offsets = FxHashMap<TermId, Affine>;

impl Lowering<'_> {
    /// The class of the values of a type in an object.
    pub(super) fn class_of(&self, object: TermId, value_type: Type) -> Option<ClassId> {
        let class = self.regions.class(object)?;
        Some(if self.typed.is_some() { class.of_type(value_type) } else { class })
    }

    /// Sends the runs of a node in which the condition holds to an end.
    pub(super) fn detour(
        &mut self,
        graph: &mut Graph,
        index: usize,
        condition: TermId,
        why: Inexpressible,
    ) {
        let (function, position) = (graph.nodes[index].function, graph.nodes[index].position);
        let end = End::Unsupported(why.to_string(), position);
        let id = end_id(graph, end);
        let to = NodeId(graph.nodes.len() as u32);
        graph.nodes.push(Node {
            operation: Operation::End(id),
            function,
            position: Position { ..position },
            edges: Vec::new(),
            loop_entry: false,
            fresh: graph.nodes[index].fresh,
        });
        let not = self.terms.not(condition);
        let node = &mut graph.nodes[index];
        for edge in &mut node.edges {
            edge.condition = self.terms.and(edge.condition, not);
        }
        let terms = &*self.terms;
        node.edges.retain(|edge| terms.as_bool(edge.condition) != Some(false));
        node.edges.push(Edge { to, condition, moves: Vec::new() });
    }
}

/// The field of a kind in a class.
pub(super) fn field_at(
    heap: &Heap,
    class: ClassId,
    kind: FieldKind,
) -> Result<FieldId, Inexpressible> {
    heap.by_kind.get(&(class, kind)).copied().ok_or(Inexpressible::NoField)
}

/// The number of an end, new or known.
fn end_id(graph: &mut Graph, end: End) -> EndId {
    let known = graph.ends.iter().position(|other| *other == end);
    let index = known.unwrap_or(graph.ends.len());
    if known.is_none() {
        graph.ends.push(end);
    }
    EndId(index as u32)
}
