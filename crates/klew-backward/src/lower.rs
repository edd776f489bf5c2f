//! From operations on memory to operations on fields.
//!
//! First what is the same on all ways is put in for symbols: offsets of pointers in memory that are always the
//! same number, sizes that all objects of a class have, and that nothing of a class dies.

mod ranges;
mod substitution;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use klew_ir::object_layout::{HEADER_WORD, TAG_OFFSET};
use klew_ir::{Position, Program, Property, SourceType, SourceTypeId, Type};
use klew_term::{TermId, Terms};
use rustc_hash::FxHashMap;

use crate::affine::{Affine, Evaluation};
use crate::graph::{Edge, End, EndId, Graph, Node, NodeId, Operation, Pointer, Value};
use crate::heap::{FieldId, FieldKind, FieldOperation, Heap, Source, globals_by_class};
use crate::inexpressible::Inexpressible;
use crate::layout::{Access, Layout, Place};
use crate::numbering::number;
use crate::regions::{ClassId, Regions};
use crate::sizes::settle;
use substitution::substitute_known;

/// Cuts the memory of a graph into fields; `numbered`: values of reads that are known are put in.
pub fn lower(
    program: &Program,
    graph: &mut Graph,
    terms: &mut Terms,
    properties: &BTreeSet<Property>,
    numbered: bool,
) -> Heap {
    let regions = Regions::new(program, graph, terms);
    let leaks = properties.contains(&Property::MemoryTracked)
        || properties.contains(&Property::MemoryFreed);
    substitute_known(graph, terms, &regions, leaks);
    let bits = program.data_model.pointer_bits;
    let typed =
        program.data_model.typed_memory.then(|| program.source_types().first_element() as i64);
    let mut lowering = Lowering {
        program,
        terms,
        regions,
        bits,
        typed,
        accesses: BTreeMap::new(),
        copied: BTreeSet::new(),
    };
    let offsets = lowering.collect(graph);
    let layouts = lowering.layouts();
    let globals = globals_by_class(&lowering.regions, graph, lowering.terms);
    let mut heap = Heap {
        fields: Vec::new(),
        operations: Vec::new(),
        layouts,
        by_kind: BTreeMap::new(),
        globals,
        pointer_bits: bits,
        input_classes: BTreeMap::new(),
        pointees: BTreeMap::new(),
        tags: BTreeMap::new(),
        input_types: BTreeMap::new(),
        small: std::cell::Cell::new(false),
        typed: typed.is_some(),
    };
    lowering.declare_fields(graph, &mut heap);
    lowering.declare_inputs(graph, &mut heap);
    settle(program, graph, &heap, &lowering.regions, lowering.terms);
    let count = graph.nodes.len();
    for index in 0..count {
        let operations = lowering.node(graph, &mut heap, index, &offsets);
        heap.operations.push(operations);
    }
    heap.operations.resize(graph.nodes.len(), Vec::new());
    if numbered {
        number(graph, &mut heap, terms);
    }
    heap
}

pub(crate) struct Lowering<'a> {
    program: &'a Program,
    pub(crate) terms: &'a mut Terms,
    regions: Regions,
    pub(crate) bits: u32,
    /// Where memory is typed, the bytes before the elements of arrays.
    typed: Option<i64>,
    accesses: BTreeMap<ClassId, Vec<Access>>,
    /// Classes with copies between elements, where memory is typed.
    copied: BTreeSet<ClassId>,
}

/// Whether an operation on memory was told in fields. If not, nothing of it counts and its runs end there.
type Told = Result<(), Inexpressible>;

/// What is known of offsets.
pub(crate) type Offsets = FxHashMap<TermId, Affine>;

impl Lowering<'_> {
    /// The class of the values of a type in an object.
    pub(crate) fn class_of(&self, object: TermId, value_type: Type) -> Option<ClassId> {
        let class = self.regions.class(object)?;
        Some(if self.typed.is_some() { class.of_type(value_type) } else { class })
    }

    fn layouts(&self) -> BTreeMap<ClassId, Layout> {
        let all = self.accesses.iter();
        all.map(|(class, accesses)| {
            let layout = match self.typed {
                Some(header) => {
                    let copied = self.copied.contains(&class.region());
                    Layout::typed(accesses, self.bits, header, copied)
                }
                None => Layout::new(accesses, self.bits),
            };
            (*class, layout)
        })
        .collect()
    }

    /// All accesses by class; what is known of their offsets.
    fn collect(&mut self, graph: &Graph) -> Offsets {
        let mut offsets = Offsets::default();
        let mut evaluation = Evaluation {
            terms: self.terms,
            symbols: Cow::Borrowed(&self.regions.symbols),
            known: FxHashMap::default(),
        };
        let mut of = |pointer: &Pointer| {
            let known = evaluation.of(pointer.offset).unwrap_or(Affine::ANY);
            offsets.insert(pointer.offset, known);
            known
        };
        let mut copies = Vec::new();
        for node in &graph.nodes {
            match &node.operation {
                Operation::Load { pointer, value_type, .. }
                | Operation::Store { pointer, value_type, .. } => {
                    let offset = of(pointer);
                    let class = self.regions.class(pointer.object);
                    let typed = self.typed.is_some();
                    let class = class.map(|c| if typed { c.of_type(*value_type) } else { c });
                    if let Some(class) = class {
                        let access = Access { offset, value_type: *value_type };
                        let known = self.accesses.entry(class).or_default();
                        if !known.contains(&access) {
                            known.push(access);
                        }
                    }
                }
                Operation::Copy { to, from, size } => {
                    let (to_offset, from_offset) = (of(to), of(from));
                    let class = self.regions.class(to.object);
                    let whole = [to_offset, from_offset]
                        .iter()
                        .all(|offset| offset.as_constant() == Some(0));
                    if self.typed.is_some() {
                        self.copied.extend(class.filter(|_| !whole));
                    } else if let Some(class) = class {
                        copies.push((class, to_offset, from_offset, *size));
                    }
                }
                Operation::Fill { pointer, .. } | Operation::InputBytes { pointer, .. } => {
                    of(pointer);
                }
                _ => {}
            }
        }
        self.spread(&copies);
        offsets
    }

    /// What is accessed in one range of a copy is accessed in the other, too.
    fn spread(&mut self, copies: &[(ClassId, Affine, Affine, TermId)]) {
        for _ in 0..8 {
            let mut changed = false;
            for (class, to, from, size) in copies {
                let (Some(to), Some(from)) = (to.as_constant(), from.as_constant()) else {
                    continue;
                };
                if to == from {
                    continue;
                }
                let size = self.terms.as_u64(*size).map_or(i64::MAX / 2, |size| size as i64);
                let known = self.accesses.entry(*class).or_default();
                let mut added = Vec::new();
                for access in known.iter() {
                    let Some(at) = access.offset.as_constant() else { continue };
                    for (one, other) in [(to, from), (from, to)] {
                        if at >= one && at < one.saturating_add(size) {
                            let offset = Affine::constant(at - one + other);
                            added.push(Access { offset, value_type: access.value_type });
                        }
                    }
                }
                for access in added {
                    if !known.contains(&access) && known.len() < 4096 {
                        known.push(access);
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// Makes the fields of all classes, with names from declared types.
    fn declare_fields(&mut self, graph: &Graph, heap: &mut Heap) {
        let mut types: BTreeMap<ClassId, Vec<SourceTypeId>> = BTreeMap::new();
        for node in &graph.nodes {
            let (object, id) = match &node.operation {
                Operation::Allocate { object, source_type: Some(id), .. } => (*object, Some(*id)),
                Operation::InputReference { object, source_type: Some(id), .. } => {
                    (*object, self.program.source_types().pointee(*id))
                }
                _ => continue,
            };
            if let (Some(class), Some(id)) = (self.regions.class(object), id) {
                let known = types.entry(class).or_default();
                if !known.contains(&id) {
                    known.push(id);
                }
            }
        }
        let layouts: Vec<(ClassId, Layout)> =
            heap.layouts.iter().map(|(class, layout)| (*class, layout.clone())).collect();
        for (class, layout) in layouts {
            let named: &[SourceTypeId] = types.get(&class.region()).map_or(&[], Vec::as_slice);
            for place in layout.overlaid {
                let name = field_name(self.program, named, class, place);
                heap.field_of(self.terms, class, FieldKind::Object(place), &name);
                let kind = FieldKind::Offset(place);
                heap.field_of(self.terms, class, kind, &format!("{name}.offset"));
                let kind = FieldKind::Written(place);
                heap.field_of(self.terms, class, kind, &format!("{name}.written"));
            }
            for (place, value_type) in layout.fields {
                let name = field_name(self.program, named, class, place);
                if value_type == Type::Pointer {
                    let kind = FieldKind::Object(place);
                    heap.field_of(self.terms, class, kind, &name);
                    let kind = FieldKind::Offset(place);
                    heap.field_of(self.terms, class, kind, &format!("{name}.offset"));
                } else {
                    heap.field_of(self.terms, class, FieldKind::Scalar(place, value_type), &name);
                }
            }
        }
    }

    /// What is declared of input objects.
    fn declare_inputs(&mut self, graph: &Graph, heap: &mut Heap) {
        for node in &graph.nodes {
            if let Operation::InputReference { object, .. } = &node.operation
                && let Some(class) = self.regions.class(*object)
            {
                heap.input_classes.insert(*object, class);
            }
        }
        let classes: BTreeSet<ClassId> = heap
            .layouts
            .keys()
            .map(|class| class.region())
            .chain(heap.input_classes.values().copied())
            .filter(|class| self.regions.has_input(*class))
            .collect();
        for class in classes {
            let types: Vec<SourceTypeId> =
                self.regions.input_types(class).into_iter().flatten().collect();
            let tagged =
                types.iter().any(|id| !self.program.source_types().tags_below(*id).is_empty());
            heap.input_types.insert(class, types);
            if tagged {
                let kind = FieldKind::Scalar(Place::Fixed(TAG_OFFSET as i64), HEADER_WORD);
                let own = match self.typed {
                    Some(_) => class.of_type(HEADER_WORD),
                    None => class,
                };
                let layout = heap.layouts.entry(own).or_default();
                layout.typed = self.typed.is_some();
                layout.fields.entry(Place::Fixed(TAG_OFFSET as i64)).or_insert(HEADER_WORD);
                let field = heap.field_of(self.terms, own, kind, &format!("tag{}", class.0));
                heap.tags.insert(class, field);
            }
        }
        for (&(class, kind), &field) in &heap.by_kind {
            if let FieldKind::Object(place) = kind {
                let offset = match place {
                    Place::Fixed(at) => Some(at),
                    Place::Element(_) => None,
                };
                if let Some(pointee) = self.regions.content(class, offset) {
                    heap.pointees.insert(field, pointee);
                }
            }
        }
    }

    fn node(
        &mut self,
        graph: &mut Graph,
        heap: &mut Heap,
        index: usize,
        offsets: &Offsets,
    ) -> Vec<FieldOperation> {
        let mut found = Vec::new();
        let operation = graph.nodes[index].operation.clone();
        let told: Told = match &operation {
            Operation::Load { pointer, value_type, result } => {
                self.guard(graph, heap, index, (*pointer, *value_type), offsets);
                let told = self.load(heap, (*pointer, *value_type, *result), offsets, &mut found);
                let access = (*pointer, *value_type);
                let wrong = self.read_otherwise(heap, access, offsets, &mut found);
                if told.is_ok() && self.terms.as_bool(wrong) != Some(false) {
                    self.detour(graph, index, wrong, Inexpressible::OtherKind);
                }
                told
            }
            Operation::Store { pointer, value_type, value } => {
                self.guard(graph, heap, index, (*pointer, *value_type), offsets);
                let store = (*pointer, *value_type, *value);
                let told = self.store(heap, store, offsets, &mut found);
                self.write_over(heap, store, offsets, &mut found);
                told
            }
            Operation::Allocate { object, result, size, zeroed, .. } => {
                if result != object {
                    found.push(FieldOperation::Define { symbol: *result, term: *object });
                }
                self.allocate(heap, (*object, *size, *zeroed), &mut found);
                Ok(())
            }
            Operation::Kill(objects) => {
                for object in objects {
                    self.set_dead(heap, *object, true, &mut found);
                }
                Ok(())
            }
            Operation::Revive(object) => {
                self.set_dead(heap, *object, false, &mut found);
                if let Some(class) = self.regions.class(*object) {
                    let (object, source) = (*object, Source::Undefined);
                    found.push(FieldOperation::Range { class, object, start: None, source });
                }
                Ok(())
            }
            Operation::ReadDead { object, result } => {
                self.read(heap, *object, FieldKind::Dead, *result, &mut found);
                Ok(())
            }
            Operation::ReadSize { object, result } => {
                self.read(heap, *object, FieldKind::Size, *result, &mut found);
                Ok(())
            }
            Operation::Fill { pointer, byte, size } => {
                self.fill(heap, *pointer, (*byte, *size), &mut found)
            }
            Operation::Copy { to, from, size } => {
                self.guard_copy(graph, index, (*to, *from), offsets);
                self.copy(heap, (*to, *from, *size), offsets, &mut found)
            }
            Operation::InputBytes { pointer, bytes, .. } => {
                self.input_bytes(heap, *pointer, bytes, offsets, &mut found)
            }
            Operation::Skip
            | Operation::Input { .. }
            | Operation::InputReference { .. }
            | Operation::End(_) => Ok(()),
        };
        if let Err(why) = told {
            let truth = self.terms.true_();
            self.detour(graph, index, truth, why);
            return Vec::new();
        }
        found
    }

    /// Sends the runs of a node in which the condition holds to an end.
    fn detour(&mut self, graph: &mut Graph, index: usize, condition: TermId, why: Inexpressible) {
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

    /// An element before the first one would be a field.
    fn guard(
        &mut self,
        graph: &mut Graph,
        heap: &Heap,
        index: usize,
        (pointer, value_type): (Pointer, Type),
        offsets: &Offsets,
    ) {
        let Some(class) = self.class_of(pointer.object, value_type) else { return };
        let Some(layout) = heap.layouts.get(&class) else { return };
        let known = offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let Some((base, modulus)) = layout.elements else { return };
        if known.modulus == 0 {
            return;
        }
        let mut wrong = Vec::new();
        if layout.fields.keys().any(|place| matches!(place, Place::Fixed(_))) {
            let base = klew_term::BitVecValue::from_i64(self.bits, base);
            let base = self.terms.bv_value(base);
            wrong.push(self.terms.bv_slt(pointer.offset, base));
        }
        // Where a product may wrap only powers of two are kept of it, so nothing is to be seen to here.
        let _ = modulus;
        let wrong = self.terms.or_all(&wrong);
        if self.terms.as_bool(wrong) != Some(false) {
            self.detour(graph, index, wrong, Inexpressible::BelowElements);
        }
    }

    fn set_dead(
        &mut self,
        heap: &mut Heap,
        object: TermId,
        dead: bool,
        found: &mut Vec<FieldOperation>,
    ) {
        let Some(class) = self.regions.class(object) else { return };
        let field = heap.field_of(self.terms, class, FieldKind::Dead, &format!("dead{}", class.0));
        let value = self.terms.bv(1, u64::from(dead));
        found.push(FieldOperation::Write { field, index: object, value });
    }

    fn read(
        &mut self,
        heap: &mut Heap,
        object: TermId,
        kind: FieldKind,
        result: TermId,
        found: &mut Vec<FieldOperation>,
    ) {
        if self.terms.as_symbol(result).is_none() {
            return;
        }
        let Some(class) = self.regions.class(object) else { return };
        let name = if kind == FieldKind::Dead { "dead" } else { "size" };
        let field = heap.field_of(self.terms, class, kind, &format!("{name}{}", class.0));
        found.push(FieldOperation::Read { field, index: object, result });
    }

    fn allocate(
        &mut self,
        heap: &mut Heap,
        (object, size, zeroed): (TermId, TermId, bool),
        found: &mut Vec<FieldOperation>,
    ) {
        let Some(class) = self.regions.class(object) else { return };
        self.set_dead(heap, object, false, found);
        let field = heap.field_of(self.terms, class, FieldKind::Size, &format!("size{}", class.0));
        found.push(FieldOperation::Write { field, index: object, value: size });
        if zeroed {
            let source = Source::Byte(self.terms.bv(8, 0));
            found.push(FieldOperation::Range { class, object, start: None, source });
        }
    }

    /// The fields of an access, with their indices and distances.
    fn pieces(
        &mut self,
        heap: &mut Heap,
        pointer: Pointer,
        value_type: Type,
        offsets: &Offsets,
    ) -> Result<Vec<(Place, Type, u64, TermId)>, Inexpressible> {
        let class = self.class_of(pointer.object, value_type).ok_or(Inexpressible::NoObject)?;
        let layout = heap.layouts.get(&class).ok_or(Inexpressible::NoObject)?;
        if !self.regions.is_inhabited(class) {
            return Err(Inexpressible::NeverWritten);
        }
        if let Some(why) = layout.broken {
            return Err(why);
        }
        let offset = offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let pieces = layout
            .pieces(Access { offset, value_type }, self.bits)
            .ok_or(Inexpressible::AcrossFields)?;
        Ok(pieces
            .into_iter()
            .map(|(place, kind, distance)| {
                let index = match place {
                    Place::Fixed(_) => pointer.object,
                    Place::Element(_) => {
                        let distance = self.terms.bv(self.bits, distance);
                        let at = self.terms.bv_add(pointer.offset, distance);
                        self.terms.bv_concat(pointer.object, at)
                    }
                };
                (place, kind, distance, index)
            })
            .collect())
    }

    fn load(
        &mut self,
        heap: &mut Heap,
        (pointer, value_type, result): (Pointer, Type, Value),
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> Told {
        let pieces = self.pieces(heap, pointer, value_type, offsets)?;
        let class = self.class_of(pointer.object, value_type).ok_or(Inexpressible::NoObject)?;
        let whole = pieces.len() == 1;
        match result {
            Value::Pointer(result) => {
                let [(place, Type::Pointer, _, index)] = pieces[..] else {
                    return Err(Inexpressible::PointerFromBytes);
                };
                let field = field_at(heap, class, FieldKind::Object(place))?;
                found.push(FieldOperation::Read { field, index, result: result.object });
                let field = field_at(heap, class, FieldKind::Offset(place))?;
                if self.terms.as_symbol(result.offset).is_some() {
                    found.push(FieldOperation::Read { field, index, result: result.offset });
                }
                Ok(())
            }
            Value::Scalar(result) => {
                if pieces.iter().any(|(_, kind, ..)| *kind == Type::Pointer) {
                    return Err(Inexpressible::NumberFromPointer);
                }
                let sort = klew_semantics::sort_of(value_type, self.bits);
                let mut image: Option<TermId> = None;
                for (place, kind, _, index) in pieces {
                    let field = field_at(heap, class, FieldKind::Scalar(place, kind))?;
                    let own = heap.element_sort(self.terms, field);
                    if whole && own == sort {
                        found.push(FieldOperation::Read { field, index, result });
                        return Ok(());
                    }
                    let part = self.terms.symbol("part", own);
                    found.push(FieldOperation::Read { field, index, result: part });
                    image = Some(match image {
                        None => part,
                        Some(low) => self.terms.bv_concat(part, low),
                    });
                }
                let read =
                    image.and_then(|image| klew_semantics::reinterpret(self.terms, image, sort));
                match read {
                    Some((term, None)) => {
                        found.push(FieldOperation::Define { symbol: result, term });
                        Ok(())
                    }
                    _ => Err(Inexpressible::BytesAsOther),
                }
            }
        }
    }

    fn store(
        &mut self,
        heap: &mut Heap,
        (pointer, value_type, value): (Pointer, Type, Value),
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> Told {
        let pieces = self.pieces(heap, pointer, value_type, offsets)?;
        let class = self.class_of(pointer.object, value_type).ok_or(Inexpressible::NoObject)?;
        match value {
            Value::Pointer(value) => {
                let [(place, Type::Pointer, _, index)] = pieces[..] else {
                    return Err(Inexpressible::PointerToBytes);
                };
                let field = field_at(heap, class, FieldKind::Object(place))?;
                found.push(FieldOperation::Write { field, index, value: value.object });
                let field = field_at(heap, class, FieldKind::Offset(place))?;
                found.push(FieldOperation::Write { field, index, value: value.offset });
                Ok(())
            }
            Value::Scalar(value) => {
                if pieces.iter().any(|(_, kind, ..)| *kind == Type::Pointer) {
                    return Err(Inexpressible::NumberToPointer);
                }
                let whole = pieces.len() == 1;
                for (place, kind, distance, index) in pieces {
                    let field = field_at(heap, class, FieldKind::Scalar(place, kind))?;
                    let sort = heap.element_sort(self.terms, field);
                    let bits = value_type.bits(self.bits);
                    let part = if whole {
                        klew_semantics::reinterpret(self.terms, value, sort)
                    } else {
                        let image = klew_term::Sort::BitVec(bits);
                        klew_semantics::reinterpret(self.terms, value, image).map(
                            |(image, fact)| {
                                let low = 8 * distance as u32;
                                (self.terms.bv_extract(image, low + 7, low), fact)
                            },
                        )
                    };
                    match part {
                        Some((value, None)) => {
                            found.push(FieldOperation::Write { field, index, value });
                        }
                        Some((_, Some(_))) => return Err(Inexpressible::FloatAsBytes),
                        None => return Err(Inexpressible::NumberAsOther),
                    }
                }
                Ok(())
            }
        }
    }
}

/// The field of a kind in a class.
fn field_at(heap: &Heap, class: ClassId, kind: FieldKind) -> Result<FieldId, Inexpressible> {
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

/// The name of a field: from a declared type if one has a field there.
fn field_name(program: &Program, types: &[SourceTypeId], class: ClassId, place: Place) -> String {
    let Place::Fixed(at) = place else {
        let Place::Element(residue) = place else { return String::new() };
        return format!("elements{}_{residue}", class.0);
    };
    for id in types {
        if let SourceType::Record { fields, .. } = program.source_types().get_resolved(*id) {
            let here =
                |field: &&klew_ir::SourceField| i64::try_from(field.bit_offset / 8) == Ok(at);
            if let Some(field) = fields.iter().find(here) {
                return field.name.clone();
            }
        }
    }
    format!("field{}_{at}", class.0)
}

/// The fields that are read at all, for the explanation of states.
pub fn names(heap: &Heap) -> BTreeMap<FieldId, String> {
    (0..heap.fields.len() as u32)
        .map(|index| (FieldId(index), heap.fields[index as usize].name.clone()))
        .collect()
}
