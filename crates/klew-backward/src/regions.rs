//! Which pointers may point into the same objects, and with which offsets.
//!
//! Steensgaard's analysis (B. Steensgaard, *Points-to Analysis in Almost Linear Time*, 1996) over the unfolded
//! graph: objects' numbers that may be equal are in one class, and a class has, for each constant offset,
//! a class of what pointers there point to. The offsets of pointers in memory are a fixed point over it.
//!
//! **Invariant**: two accesses that may touch the same byte on some run are to the same class, except through pointers
//! that were never written, which may be any. Where accesses are checked that is no loss: a check forbids such an
//! access, and whatever is known of the pointer before, it may as well be of no living object, so the check fails
//! on the same runs. Unchecked accesses are trusted to be to objects, as they are trusted not to be of null; where a
//! program compares a pointer first, what it is compared with is in its class (`Graph::compared`), and what can only
//! have been never written is not supported. Memory that is typed begins as zeros.

use std::borrow::Cow;
use std::collections::BTreeMap;

use klew_ir::{Initializer, Program, SourceType, SourceTypeId, Type};
use klew_term::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::affine::{Affine, Evaluation};
use crate::graph::{Graph, Operation, Pointer, Value, numbers};

/// A class of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

impl ClassId {
    /// Where the type begins in the number; there are fewer objects in a graph.
    const TYPE_AT: u32 = 24;

    /// The values of a type in objects of a class, where memory is typed: no other access touches them.
    #[must_use]
    pub fn of_type(self, value_type: Type) -> ClassId {
        let number = match value_type {
            Type::Int(8) => 1,
            Type::Int(16) => 2,
            Type::Int(32) => 3,
            Type::Int(64) => 4,
            Type::Float(klew_ir::FloatFormat::Single) => 5,
            Type::Float(klew_ir::FloatFormat::Double) => 6,
            Type::Pointer => 7,
            _ => 8,
        };
        ClassId(self.region().0 | number << Self::TYPE_AT)
    }

    /// The class of objects.
    #[must_use]
    pub fn region(self) -> ClassId {
        ClassId(self.0 & ((1 << Self::TYPE_AT) - 1))
    }
}

#[derive(Clone, Debug, Default)]
struct Content {
    /// By offset.
    at: BTreeMap<i64, u32>,
    /// Once an offset is not known, for all.
    all: Option<u32>,
    /// What is known of the offsets of pointers to it that lie in memory.
    offsets: Option<Affine>,
    /// Whether it holds objects that were there before the run.
    input: bool,
    /// Whether bytes of it are set to 0 by other means than stores.
    zeroed: bool,
    /// Whether it holds any object; pointers that were never written point into classes without.
    inhabited: bool,
}

/// The classes.
pub struct Regions {
    parents: Vec<u32>,
    contents: Vec<Content>,
    nodes: FxHashMap<TermId, u32>,
    input_types: BTreeMap<Option<SourceTypeId>, u32>,
    /// What is known of symbols in offsets.
    pub symbols: FxHashMap<TermId, Option<Affine>>,
    objects: rustc_hash::FxHashSet<TermId>,
    changed: bool,
}

/// Rounds after which what still changes is taken to be anything.
const ROUNDS: usize = 40;

impl Regions {
    /// Of a graph.
    pub fn new(program: &Program, graph: &Graph, terms: &mut Terms) -> Regions {
        let mut regions = Regions {
            parents: Vec::new(),
            contents: Vec::new(),
            nodes: FxHashMap::default(),
            input_types: BTreeMap::new(),
            symbols: FxHashMap::default(),
            objects: graph.object_symbols.iter().map(|object| object.symbol).collect(),
            changed: false,
        };
        regions.declare(graph);
        for round in 0.. {
            regions.changed = false;
            regions.globals(program, graph, terms);
            regions.round(program, graph, terms);
            regions.input_arrays(program);
            if !regions.changed {
                break;
            }
            if round == ROUNDS {
                regions.symbols.values_mut().for_each(|known| *known = Some(Affine::ANY));
                regions.contents.iter_mut().for_each(|content| content.offsets = Some(Affine::ANY));
            }
        }
        regions
    }

    /// The class of an object.
    pub fn class(&self, object: TermId) -> Option<ClassId> {
        self.nodes.get(&object).map(|node| ClassId(self.root(*node)))
    }

    /// The class of what a pointer at that offset of a class's objects points to.
    pub fn content(&self, class: ClassId, offset: Option<i64>) -> Option<ClassId> {
        let content = &self.contents[self.root(class.region().0) as usize];
        let at = content.all.or_else(|| content.at.get(&offset?).copied())?;
        Some(ClassId(self.root(at)))
    }

    /// What is known of the offsets of pointers to that class that lie in memory.
    pub fn stored_offsets(&self, class: ClassId) -> Option<Affine> {
        self.contents[self.root(class.0) as usize].offsets
    }

    /// Whether a class holds input objects.
    pub fn has_input(&self, class: ClassId) -> bool {
        self.contents[self.root(class.0) as usize].input
    }

    /// Whether a class holds objects at all.
    pub fn is_inhabited(&self, class: ClassId) -> bool {
        let content = &self.contents[self.root(class.region().0) as usize];
        content.inhabited || content.input
    }

    fn root(&self, mut node: u32) -> u32 {
        while self.parents[node as usize] != node {
            node = self.parents[node as usize];
        }
        node
    }

    fn fresh(&mut self) -> u32 {
        let node = self.parents.len() as u32;
        self.parents.push(node);
        self.contents.push(Content::default());
        node
    }

    /// The node of an object's number; none for null.
    fn node(&mut self, terms: &Terms, object: TermId) -> Option<u32> {
        if terms.as_u64(object) == Some(u64::from(numbers::NULL)) {
            return None;
        }
        if let Some(&node) = self.nodes.get(&object) {
            return Some(self.root(node));
        }
        let node = self.fresh();
        self.contents[node as usize].inhabited = terms.is_constant(object);
        self.nodes.insert(object, node);
        Some(node)
    }

    fn unify(&mut self, a: u32, b: u32) {
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.root(a), self.root(b));
            if a == b {
                continue;
            }
            self.changed = true;
            let (keep, drop) = (a.min(b), a.max(b));
            self.parents[drop as usize] = keep;
            let other = std::mem::take(&mut self.contents[drop as usize]);
            let content = &mut self.contents[keep as usize];
            content.input |= other.input;
            content.zeroed |= other.zeroed;
            content.inhabited |= other.inhabited;
            content.offsets = join(content.offsets, other.offsets);
            if let (Some(one), Some(other)) = (content.all, other.all) {
                work.push((one, other));
            }
            content.all = content.all.or(other.all);
            for (offset, node) in other.at {
                match content.at.get(&offset) {
                    Some(&known) => work.push((known, node)),
                    None => {
                        content.at.insert(offset, node);
                    }
                }
            }
            if let Some(all) = content.all {
                work.extend(std::mem::take(&mut content.at).into_values().map(|node| (all, node)));
            }
        }
    }

    /// The node of what pointers at an offset point to.
    fn pointee(&mut self, class: u32, offset: Option<Affine>) -> u32 {
        let class = self.root(class);
        if let Some(all) = self.contents[class as usize].all {
            return self.root(all);
        }
        match offset.and_then(Affine::as_constant) {
            Some(offset) => {
                if let Some(&node) = self.contents[class as usize].at.get(&offset) {
                    return self.root(node);
                }
                let node = self.fresh();
                self.contents[class as usize].at.insert(offset, node);
                node
            }
            None => {
                let node = self.fresh();
                let known = std::mem::take(&mut self.contents[class as usize].at);
                self.contents[class as usize].all = Some(node);
                known.into_values().for_each(|other| self.unify(node, other));
                self.changed = true;
                self.root(node)
            }
        }
    }

    fn note_offset(&mut self, node: u32, offset: Option<Affine>) {
        let node = self.root(node);
        let known = self.contents[node as usize].offsets;
        let joined = join(known, offset);
        if joined != known {
            self.contents[node as usize].offsets = joined;
            self.changed = true;
        }
    }

    /// Symbols that edges and loads define: of which nothing is known at first.
    fn declare(&mut self, graph: &Graph) {
        for node in &graph.nodes {
            for (symbol, _) in node.edges.iter().flat_map(|edge| &edge.moves) {
                self.symbols.insert(*symbol, None);
            }
            if let Operation::Load { result: Value::Pointer(pointer), .. } = &node.operation {
                self.symbols.insert(pointer.offset, None);
            }
        }
    }

    fn globals(&mut self, program: &Program, graph: &Graph, terms: &mut Terms) {
        let mut numbers_of = vec![0; program.globals.len()];
        for (number, object) in &graph.objects {
            if let Some(global) = object.global {
                numbers_of[global.0 as usize] = *number;
            }
        }
        for (index, global) in program.globals.iter().enumerate() {
            let number = terms.bv(numbers::BITS, u64::from(numbers_of[index]));
            let Some(class) = self.nodes.get(&number).copied() else { continue };
            self.zero(class);
            let Initializer::Bytes(_, relocations) = &global.initializer else { continue };
            for relocation in relocations {
                let at = Some(Affine::constant(relocation.offset as i64));
                let (target, offset) = match relocation.value {
                    klew_ir::Constant::Global(target, offset) => {
                        (numbers_of[target.0 as usize], offset)
                    }
                    klew_ir::Constant::Function(target) => (numbers::FUNCTION + target.0, 0),
                    _ => continue,
                };
                let target = terms.bv(numbers::BITS, u64::from(target));
                let pointee = self.pointee(class, at);
                if let Some(target) = self.node(terms, target) {
                    self.unify(pointee, target);
                }
                self.note_offset(pointee, Some(Affine::constant(offset)));
            }
        }
    }

    /// Pointers in objects of a class may be null without a store.
    fn zero(&mut self, class: u32) {
        let class = self.root(class);
        self.contents[class as usize].zeroed = true;
    }

    fn round(&mut self, program: &Program, graph: &Graph, terms: &Terms) {
        for (a, b) in &graph.compared {
            if let (Some(one), Some(other)) = (self.node(terms, *a), self.node(terms, *b)) {
                self.unify(one, other);
            }
        }
        for (symbol, a, b) in &graph.choices {
            for other in [a, b] {
                if let (Some(one), Some(other)) =
                    (self.node(terms, *symbol), self.node(terms, *other))
                {
                    self.unify(one, other);
                }
            }
        }
        // Nodes come before what is below them, so one round takes offsets from the entry to the ends.
        let symbols = Cow::Owned(std::mem::take(&mut self.symbols));
        let mut evaluation = Evaluation { terms, symbols, known: FxHashMap::default() };
        for node in &graph.nodes {
            self.operation(program, terms, &node.operation, &mut evaluation);
            for (symbol, value) in node.edges.iter().flat_map(|edge| &edge.moves) {
                if self.objects.contains(symbol)
                    && let (Some(one), Some(other)) =
                        (self.node(terms, *symbol), self.node(terms, *value))
                {
                    self.unify(one, other);
                }
                let value = evaluation.of(*value);
                self.changed |= evaluation.note(*symbol, value);
            }
        }
        let zeroed: Vec<u32> = (0..self.contents.len() as u32)
            .filter(|node| self.contents[*node as usize].zeroed)
            .collect();
        for class in zeroed {
            let content = &self.contents[class as usize];
            let pointees: Vec<u32> = content.at.values().copied().chain(content.all).collect();
            for pointee in pointees {
                self.note_offset(pointee, Some(Affine::constant(0)));
            }
        }
        self.symbols = evaluation.symbols.into_owned();
    }

    /// The class of a pointer that is read or written through another one; none while nothing is known of where.
    fn accessed(
        &mut self,
        terms: &Terms,
        through: Pointer,
        pointer: Pointer,
        evaluation: &mut Evaluation<'_>,
    ) -> Option<u32> {
        let class = self.node(terms, through.object)?;
        let offset = evaluation.of(through.offset)?;
        let pointee = self.pointee(class, Some(offset));
        if let Some(node) = self.node(terms, pointer.object) {
            self.unify(pointee, node);
        }
        Some(pointee)
    }

    fn operation(
        &mut self,
        program: &Program,
        terms: &Terms,
        operation: &Operation,
        evaluation: &mut Evaluation<'_>,
    ) {
        match operation {
            Operation::Load {
                pointer,
                value_type: Type::Pointer,
                result: Value::Pointer(result),
            } => {
                if let Some(pointee) = self.accessed(terms, *pointer, *result, evaluation) {
                    let offsets = self.contents[self.root(pointee) as usize].offsets;
                    self.changed |= evaluation.note(result.offset, offsets);
                }
            }
            Operation::Store {
                pointer,
                value_type: Type::Pointer,
                value: Value::Pointer(value),
            } => {
                if let Some(pointee) = self.accessed(terms, *pointer, *value, evaluation) {
                    let offset = evaluation.of(value.offset);
                    self.note_offset(pointee, offset);
                }
            }
            Operation::Allocate { object, result, zeroed, .. } => {
                let (Some(one), Some(other)) =
                    (self.node(terms, *object), self.node(terms, *result))
                else {
                    return;
                };
                self.unify(one, other);
                if *zeroed {
                    self.zero(one);
                }
            }
            Operation::Fill { pointer, .. } => {
                if let Some(class) = self.node(terms, pointer.object) {
                    self.zero(class);
                }
            }
            Operation::Copy { to, from, .. } => {
                if let (Some(one), Some(other)) =
                    (self.node(terms, to.object), self.node(terms, from.object))
                {
                    self.unify(one, other);
                    let (to, from) = (evaluation.of(to.offset), evaluation.of(from.offset));
                    let (Some(to), Some(from)) = (to, from) else { return };
                    if to != from || to.modulus != 0 {
                        self.pointee(one, Some(Affine::ANY));
                    }
                }
            }
            Operation::InputReference { object, source_type, .. } => {
                if let Some(node) = self.node(terms, *object) {
                    self.input(program, node, *source_type);
                }
            }
            Operation::Load { pointer, .. }
            | Operation::Store { pointer, .. }
            | Operation::InputBytes { pointer, .. } => {
                self.node(terms, pointer.object);
            }
            Operation::ReadDead { object, .. }
            | Operation::ReadSize { object, .. }
            | Operation::Revive(object) => {
                self.node(terms, *object);
            }
            Operation::Kill(objects) => {
                for object in objects {
                    self.node(terms, *object);
                }
            }
            Operation::Skip | Operation::End(_) | Operation::Input { .. } => {}
        }
    }

    /// A node holds input objects of a pointer's declared type.
    fn input(&mut self, program: &Program, node: u32, pointer: Option<SourceTypeId>) {
        let record = pointer.and_then(|id| program.source_types().pointee(id));
        let known = self.input_types.get(&record).copied();
        let node = self.root(node);
        match known {
            Some(other) => self.unify(node, other),
            None => {
                self.input_types.insert(record, node);
                self.changed = true;
            }
        }
        let node = self.root(node);
        self.contents[node as usize].input = true;
        self.note_offset(node, Some(Affine::constant(0)));
        let others: Vec<(Option<SourceTypeId>, u32)> =
            self.input_types.iter().map(|(id, node)| (*id, *node)).collect();
        for (other, other_node) in others {
            if related(program, record, other) {
                self.unify(node, other_node);
            }
        }
        let Some(record) = record else {
            // Of unknown type: whatever it points to may be of it as well.
            let pointee = self.pointee(node, Some(Affine::ANY));
            self.unify(pointee, node);
            return;
        };
        let mut fields = Vec::new();
        for kind in program.source_types().with_subtypes(record) {
            pointer_fields(program, kind, &mut fields);
        }
        for (offset, source_type) in fields {
            let pointee = self.pointee(node, offset.map(Affine::constant));
            let target = program.source_types().pointee(source_type);
            match self.input_types.get(&target).copied() {
                Some(known) if self.root(known) == self.root(pointee) => {}
                _ => {
                    let pointee = self.root(pointee);
                    self.input(program, pointee, Some(source_type));
                }
            }
        }
    }

    /// Input objects may be arrays of their declared type: a pointer in a later element is one as in the first.
    fn input_arrays(&mut self, program: &Program) {
        let types: Vec<(SourceTypeId, u32)> =
            self.input_types.iter().filter_map(|(id, node)| Some(((*id)?, *node))).collect();
        for (id, node) in types {
            let size = program.source_types().size_of(id, program.data_model.pointer_size());
            let Some(size) = size.filter(|size| *size > 0) else {
                continue;
            };
            let mut fields = Vec::new();
            pointer_fields(program, id, &mut fields);
            for first in fields.into_iter().filter_map(|(offset, _)| offset) {
                let content = &self.contents[self.root(node) as usize];
                let Some(&same) = content.at.get(&first) else { continue };
                let later = content.at.range(first + 1..);
                let later: Vec<u32> = later
                    .filter(|(offset, _)| ((**offset - first) as u64).is_multiple_of(size))
                    .map(|(_, pointee)| *pointee)
                    .collect();
                later.into_iter().for_each(|pointee| self.unify(same, pointee));
            }
        }
    }

    /// The declared types of input objects in a class.
    pub fn input_types(&self, class: ClassId) -> Vec<Option<SourceTypeId>> {
        let root = self.root(class.0);
        self.input_types
            .iter()
            .filter(|(_, node)| self.root(**node) == root)
            .map(|(id, _)| *id)
            .collect()
    }

    /// What is known of an offset.
    pub fn offset(&self, terms: &Terms, pointer: Pointer) -> Affine {
        let mut evaluation = Evaluation {
            terms,
            symbols: Cow::Borrowed(&self.symbols),
            known: FxHashMap::default(),
        };
        evaluation.of(pointer.offset).unwrap_or(Affine::ANY)
    }
}

fn join(a: Option<Affine>, b: Option<Affine>) -> Option<Affine> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.join(b)),
        (a, b) => a.or(b),
    }
}

/// Whether an object may be of both types.
fn related(program: &Program, one: Option<SourceTypeId>, other: Option<SourceTypeId>) -> bool {
    let (Some(one), Some(other)) = (one, other) else { return true };
    if one == other {
        return true;
    }
    let types = program.source_types();
    types.with_subtypes(one).into_iter().any(|kind| types.is_below(kind, other))
}

/// The pointers in a type: byte offsets (none for those in elements) and pointer types.
pub fn pointer_fields(
    program: &Program,
    id: SourceTypeId,
    fields: &mut Vec<(Option<i64>, SourceTypeId)>,
) {
    collect_fields(program, id, Some(0), fields, 0);
}

fn collect_fields(
    program: &Program,
    id: SourceTypeId,
    at: Option<i64>,
    found: &mut Vec<(Option<i64>, SourceTypeId)>,
    depth: u32,
) {
    let id = program.source_types().resolved(id);
    if depth > 16 {
        return;
    }
    match program.source_types().get(id) {
        SourceType::Pointer(_) => found.push((at, id)),
        SourceType::Array(element, _) => collect_fields(program, *element, None, found, depth + 1),
        SourceType::Record { fields, elements, .. } => {
            for field in fields {
                let at = at.map(|at| at + (field.bit_offset / 8) as i64);
                collect_fields(program, field.source_type, at, found, depth + 1);
            }
            if let Some(element) = elements {
                collect_fields(program, *element, None, found, depth + 1);
            }
        }
        _ => {}
    }
}
