//! From operations on memory to operations on fields.
//!
//! First what is the same on all ways is put in for symbols: offsets of pointers in memory that are always the
//! same number, sizes that all objects of a class have, and that nothing of a class dies.

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::{Position, Program, Property, SourceType, SourceTypeId, Type};
use klew_term::{SymbolId, TermId, Terms};
use rustc_hash::FxHashMap;

use crate::affine::{Affine, Evaluation};
use crate::graph::{Edge, End, EndId, Graph, Node, NodeId, Operation, Pointer, Value, numbers};
use crate::heap::{FieldId, FieldKind, FieldOperation, Heap, Source, globals_by_class};
use crate::layout::{Access, Layout, Place};
use crate::numbering::number;
use crate::regions::{ClassId, Regions, record_of, resolved};
use crate::scalar;
use crate::types::{header_of_arrays, tags_below};

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
    let typed = program.data_model.typed_memory.then(|| header_of_arrays(program));
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
            symbols: &self.regions.symbols,
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
                    (*object, record_of(self.program, *id))
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
            let tagged = types.iter().any(|id| !tags_below(self.program, *id).is_empty());
            heap.input_types.insert(class, types);
            if tagged {
                let kind = FieldKind::Scalar(Place::Fixed(0), Type::Int(32));
                let own = match self.typed {
                    Some(_) => class.of_type(Type::Int(32)),
                    None => class,
                };
                let layout = heap.layouts.entry(own).or_default();
                layout.typed = self.typed.is_some();
                layout.fields.entry(Place::Fixed(0)).or_insert(Type::Int(32));
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
        let failed = match &operation {
            Operation::Load { pointer, value_type, result } => {
                self.guard(graph, heap, index, (*pointer, *value_type), offsets);
                let failed = self.load(heap, (*pointer, *value_type, *result), offsets, &mut found);
                let access = (*pointer, *value_type);
                let wrong = self.read_otherwise(heap, access, offsets, &mut found);
                if failed.is_none() && self.terms.as_bool(wrong) != Some(false) {
                    let what = "a pointer read as a number, or the other way round";
                    self.detour(graph, index, wrong, what);
                }
                failed
            }
            Operation::Store { pointer, value_type, value } => {
                self.guard(graph, heap, index, (*pointer, *value_type), offsets);
                let store = (*pointer, *value_type, *value);
                let failed = self.store(heap, store, offsets, &mut found);
                self.write_over(heap, store, offsets, &mut found);
                failed
            }
            Operation::Allocate { object, result, size, zeroed, .. } => {
                if result != object {
                    found.push(FieldOperation::Define { symbol: *result, term: *object });
                }
                self.allocate(heap, (*object, *size, *zeroed), &mut found);
                None
            }
            Operation::Kill(objects) => {
                for object in objects {
                    self.set_dead(heap, *object, true, &mut found);
                }
                None
            }
            Operation::Revive(object) => {
                self.set_dead(heap, *object, false, &mut found);
                if let Some(class) = self.regions.class(*object) {
                    let (object, source) = (*object, Source::Undefined);
                    found.push(FieldOperation::Range { class, object, start: None, source });
                }
                None
            }
            Operation::ReadDead { object, result } => {
                self.read(heap, *object, FieldKind::Dead, *result, &mut found);
                None
            }
            Operation::ReadSize { object, result } => {
                self.read(heap, *object, FieldKind::Size, *result, &mut found);
                None
            }
            Operation::Fill { pointer, byte, size } => {
                self.fill(heap, *pointer, (*byte, *size), offsets, &mut found)
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
            | Operation::End(_) => None,
        };
        if let Some(why) = failed {
            let truth = self.terms.true_();
            self.detour(graph, index, truth, why);
            return Vec::new();
        }
        found
    }

    /// Sends the runs of a node in which the condition holds to an end.
    fn detour(&mut self, graph: &mut Graph, index: usize, condition: TermId, why: &str) {
        let (function, position) = (graph.nodes[index].function, graph.nodes[index].position);
        let end = End::Unsupported(why.to_owned(), position);
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
            self.detour(graph, index, wrong, "an offset below the elements of an array");
        }
    }

    /// A copy of elements that began before the first one would copy what lies there.
    fn guard_copy(
        &mut self,
        graph: &mut Graph,
        index: usize,
        (to, from): (Pointer, Pointer),
        offsets: &Offsets,
    ) {
        let Some(header) = self.typed else { return };
        let known =
            |pointer: Pointer| offsets.get(&pointer.offset).and_then(|offset| offset.as_constant());
        if known(to) == Some(0) && known(from) == Some(0) {
            return;
        }
        let header = klew_term::BitVecValue::from_i64(self.bits, header);
        let header = self.terms.bv_value(header);
        let to = self.terms.bv_slt(to.offset, header);
        let from = self.terms.bv_slt(from.offset, header);
        let wrong = self.terms.or(to, from);
        if self.terms.as_bool(wrong) != Some(false) {
            self.detour(graph, index, wrong, "a copy from before the elements of an array");
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
    ) -> Result<Vec<(Place, Type, u64, TermId)>, &'static str> {
        let class = self.class_of(pointer.object, value_type).ok_or("an access of no object")?;
        let layout = heap.layouts.get(&class).ok_or("an access of no object")?;
        if let Some(why) = layout.broken {
            return Err(why);
        }
        let offset = offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let pieces = layout
            .pieces(Access { offset, value_type }, self.bits)
            .ok_or("an access across fields")?;
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
    ) -> Option<&'static str> {
        let pieces = match self.pieces(heap, pointer, value_type, offsets) {
            Ok(pieces) => pieces,
            Err(why) => return Some(why),
        };
        let class = self.class_of(pointer.object, value_type)?;
        let whole = pieces.len() == 1;
        match result {
            Value::Pointer(result) => {
                let [(place, Type::Pointer, _, index)] = pieces[..] else {
                    return Some("a pointer read from bytes");
                };
                let field = heap.by_kind.get(&(class, FieldKind::Object(place))).copied()?;
                found.push(FieldOperation::Read { field, index, result: result.object });
                let field = heap.by_kind.get(&(class, FieldKind::Offset(place))).copied()?;
                if self.terms.as_symbol(result.offset).is_some() {
                    found.push(FieldOperation::Read { field, index, result: result.offset });
                }
                None
            }
            Value::Scalar(result) => {
                if pieces.iter().any(|(_, kind, ..)| *kind == Type::Pointer) {
                    return Some("a number read from a pointer");
                }
                let sort = scalar::sort_of(value_type, self.bits);
                let mut image: Option<TermId> = None;
                for (place, kind, _, index) in pieces {
                    let key = (class, FieldKind::Scalar(place, kind));
                    let field = heap.by_kind.get(&key).copied()?;
                    let own = heap.element_sort(self.terms, field);
                    if whole && own == sort {
                        found.push(FieldOperation::Read { field, index, result });
                        return None;
                    }
                    let part = self.terms.symbol("part", own);
                    found.push(FieldOperation::Read { field, index, result: part });
                    image = Some(match image {
                        None => part,
                        Some(low) => self.terms.bv_concat(part, low),
                    });
                }
                let read = image.and_then(|image| scalar::reinterpret(self.terms, image, sort));
                match read {
                    Some((term, None)) => {
                        found.push(FieldOperation::Define { symbol: result, term });
                        None
                    }
                    _ => Some("bytes read as another type"),
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
    ) -> Option<&'static str> {
        let pieces = match self.pieces(heap, pointer, value_type, offsets) {
            Ok(pieces) => pieces,
            Err(why) => return Some(why),
        };
        let class = self.class_of(pointer.object, value_type)?;
        match value {
            Value::Pointer(value) => {
                let [(place, Type::Pointer, _, index)] = pieces[..] else {
                    return Some("a pointer written to bytes");
                };
                let field = heap.by_kind.get(&(class, FieldKind::Object(place))).copied()?;
                found.push(FieldOperation::Write { field, index, value: value.object });
                let field = heap.by_kind.get(&(class, FieldKind::Offset(place))).copied()?;
                found.push(FieldOperation::Write { field, index, value: value.offset });
                None
            }
            Value::Scalar(value) => {
                if pieces.iter().any(|(_, kind, ..)| *kind == Type::Pointer) {
                    return Some("a number written to a pointer");
                }
                let whole = pieces.len() == 1;
                for (place, kind, distance, index) in pieces {
                    let key = (class, FieldKind::Scalar(place, kind));
                    let field = heap.by_kind.get(&key).copied()?;
                    let sort = heap.element_sort(self.terms, field);
                    let bits = value_type.bits(self.bits);
                    let part = if whole {
                        scalar::reinterpret(self.terms, value, sort)
                    } else {
                        let image = klew_term::Sort::BitVec(bits);
                        scalar::reinterpret(self.terms, value, image).map(|(image, fact)| {
                            let low = 8 * distance as u32;
                            (self.terms.bv_extract(image, low + 7, low), fact)
                        })
                    };
                    match part {
                        Some((value, None)) => {
                            found.push(FieldOperation::Write { field, index, value });
                        }
                        Some((_, Some(_))) => return Some("a floating-point number as bytes"),
                        None => return Some("a number written as another type"),
                    }
                }
                None
            }
        }
    }

    fn fill(
        &mut self,
        heap: &Heap,
        pointer: Pointer,
        (byte, size): (TermId, TermId),
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> Option<&'static str> {
        let class = self.regions.class(pointer.object)?;
        let _ = offsets;
        let own = heap.layouts.iter().filter(|(other, _)| other.region() == class);
        let pointers =
            own.flat_map(|(_, layout)| layout.fields.values()).any(|field| *field == Type::Pointer);
        if pointers && self.terms.as_u64(byte) != Some(0) {
            return Some("pointers filled with bytes");
        }
        let start = Some((pointer.offset, size));
        let source = Source::Byte(byte);
        found.push(FieldOperation::Range { class, object: pointer.object, start, source });
        None
    }

    fn copy(
        &mut self,
        heap: &Heap,
        (to, from, size): (Pointer, Pointer, TermId),
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> Option<&'static str> {
        let class = self.regions.class(to.object)?;
        if self.typed.is_some() {
            let layouts = heap.layouts.iter().filter(|(other, _)| other.region() == class);
            if let Some(why) = layouts.filter_map(|(_, layout)| layout.broken).next() {
                return Some(why);
            }
            let whole = [to, from].iter().all(|pointer| {
                offsets.get(&pointer.offset).and_then(|known| known.as_constant()) == Some(0)
            });
            let shift = whole.then_some(0);
            let source = Source::Copy { object: from.object, start: from.offset, shift };
            let start = Some((to.offset, size));
            found.push(FieldOperation::Range { class, object: to.object, start, source });
            return None;
        }
        let layout = heap.layouts.get(&class)?;
        if let Some(why) = layout.broken {
            return Some(why);
        }
        let of = |pointer: Pointer| offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let (at, source) = (of(to), of(from));
        let apart = source.rest.wrapping_sub(at.rest);
        let shift = match (at.as_constant(), source.as_constant(), layout.elements) {
            (Some(_), Some(_), _) => Some(apart),
            (_, _, Some((_, modulus)))
                if at.modulus % modulus == 0 && source.modulus % modulus == 0 =>
            {
                let fixed = layout.fields.keys().any(|place| matches!(place, Place::Fixed(_)));
                (!fixed).then_some(apart)
            }
            _ => None,
        };
        if shift.is_none() && !layout.fields.is_empty() {
            return Some("a copy between places that are not known");
        }
        let source = Source::Copy { object: from.object, start: from.offset, shift };
        let start = Some((to.offset, size));
        found.push(FieldOperation::Range { class, object: to.object, start, source });
        None
    }

    fn input_bytes(
        &mut self,
        heap: &mut Heap,
        pointer: Pointer,
        bytes: &[TermId],
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> Option<&'static str> {
        if self.typed.is_some() {
            return self.input_elements(heap, pointer, bytes, offsets, found);
        }
        let class = self.regions.class(pointer.object)?;
        let layout = heap.layouts.get(&class)?.clone();
        let offset = offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let Some(start) = offset.as_constant() else {
            return Some("input at a place that is not known");
        };
        let end = start + bytes.len() as i64;
        let mut places: Vec<(Place, Type, i64)> = Vec::new();
        for (&place, &kind) in &layout.fields {
            match (place, layout.elements) {
                (Place::Fixed(at), _) => places.push((place, kind, at)),
                (Place::Element(residue), Some((base, modulus))) => {
                    let first = (base + residue as i64 - start).rem_euclid(modulus as i64);
                    let mut at = start + first;
                    while at < end {
                        places.push((place, kind, at));
                        at += modulus as i64;
                    }
                }
                (Place::Element(_), None) => {}
            }
        }
        if !layout.overlaid.is_empty() {
            return Some("input bytes over pointers");
        }
        for (place, kind, at) in places {
            let size = kind.store_size(self.bits) as i64;
            if at + size <= start || at >= end {
                continue;
            }
            if kind == Type::Pointer {
                return Some("input bytes as a pointer");
            }
            if at < start || at + size > end {
                return Some("input bytes as a part of a number");
            }
            let first = (at - start) as usize;
            let mut image = bytes[first];
            for byte in &bytes[first + 1..first + size as usize] {
                image = self.terms.bv_concat(*byte, image);
            }
            let field = heap.by_kind.get(&(class, FieldKind::Scalar(place, kind))).copied()?;
            let sort = heap.element_sort(self.terms, field);
            let Some((value, None)) = scalar::reinterpret(self.terms, image, sort) else {
                return Some("input bytes as another type");
            };
            let index = match place {
                Place::Fixed(_) => pointer.object,
                Place::Element(_) => {
                    let at = klew_term::BitVecValue::from_i64(self.bits, at);
                    let at = self.terms.bv_value(at);
                    self.terms.bv_concat(pointer.object, at)
                }
            };
            found.push(FieldOperation::Write { field, index, value });
        }
        None
    }
}

impl Lowering<'_> {
    /// Bytes of input that are elements of an array, where memory is typed: those of each type that is accessed there.
    fn input_elements(
        &mut self,
        heap: &Heap,
        pointer: Pointer,
        bytes: &[TermId],
        offsets: &Offsets,
        found: &mut Vec<FieldOperation>,
    ) -> Option<&'static str> {
        let region = self.regions.class(pointer.object)?;
        let offset = offsets.get(&pointer.offset).copied().unwrap_or(Affine::ANY);
        let Some(start) = offset.as_constant() else {
            return Some("input at a place that is not known");
        };
        for value_type in [8, 16, 32, 64].map(Type::Int) {
            let class = region.of_type(value_type);
            let Some(layout) = heap.layouts.get(&class) else { continue };
            let size = value_type.store_size(self.bits);
            for (index, bytes) in bytes.chunks_exact(size as usize).enumerate() {
                let mut value = bytes[0];
                for byte in &bytes[1..] {
                    value = self.terms.bv_concat(*byte, value);
                }
                let at = start + (index as u64 * size) as i64;
                let access = Access { offset: Affine::constant(at), value_type };
                let Some(pieces) = layout.pieces(access, self.bits) else { continue };
                let [(place, _, _)] = pieces[..] else { continue };
                let field = heap.by_kind.get(&(class, FieldKind::Scalar(place, value_type)))?;
                let index = match place {
                    Place::Fixed(_) => pointer.object,
                    Place::Element(_) => {
                        let at = klew_term::BitVecValue::from_i64(self.bits, at);
                        let at = self.terms.bv_value(at);
                        self.terms.bv_concat(pointer.object, at)
                    }
                };
                found.push(FieldOperation::Write { field: *field, index, value });
            }
        }
        None
    }
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
        if let Some(SourceType::Record { fields, .. }) =
            program.types.get(resolved(program, *id).0 as usize)
        {
            let here =
                |field: &&klew_ir::SourceField| i64::try_from(field.bit_offset / 8) == Ok(at);
            if let Some(field) = fields.iter().find(here) {
                return field.name.clone();
            }
        }
    }
    format!("field{}_{at}", class.0)
}

/// Puts in what is the same on all ways.
fn substitute_known(graph: &mut Graph, terms: &mut Terms, regions: &Regions, leaks: bool) {
    let mut known: FxHashMap<SymbolId, TermId> = FxHashMap::default();
    let mut put = |terms: &mut Terms, symbol: TermId, value: TermId| {
        if let Some(symbol) = terms.as_symbol(symbol) {
            known.insert(symbol, value);
        }
    };
    let mut dying: BTreeSet<ClassId> = BTreeSet::new();
    let mut sizes: BTreeMap<ClassId, Option<TermId>> = BTreeMap::new();
    let mut note = |class: ClassId, size: Option<TermId>| match sizes.get(&class) {
        None => {
            sizes.insert(class, size);
        }
        Some(known) if *known == size => {}
        Some(_) => {
            sizes.insert(class, None);
        }
    };
    for (number, object) in &graph.objects {
        let term = terms.bv(numbers::BITS, u64::from(*number));
        if let Some(class) = regions.class(term) {
            note(class, terms.is_constant(object.size).then_some(object.size));
        }
    }
    for node in &graph.nodes {
        match &node.operation {
            Operation::Kill(objects) => {
                dying.extend(objects.iter().filter_map(|o| regions.class(*o)))
            }
            Operation::Revive(object) => dying.extend(regions.class(*object)),
            Operation::InputReference { object, .. } => {
                if let Some(class) = regions.class(*object) {
                    note(class, None);
                }
            }
            _ => {}
        }
    }
    let bits = |terms: &Terms, term: TermId| terms.width(term);
    for node in &graph.nodes {
        match &node.operation {
            Operation::Load { result: Value::Pointer(pointer), .. } => {
                let known = regions.symbols.get(&pointer.offset).copied().flatten();
                if let Some(offset) = known.and_then(Affine::as_constant) {
                    let width = bits(terms, pointer.offset);
                    let value = klew_term::BitVecValue::from_i64(width, offset);
                    let value = terms.bv_value(value);
                    put(terms, pointer.offset, value);
                }
            }
            Operation::ReadDead { object, result } => {
                let class = regions.class(*object);
                if !leaks && class.is_none_or(|class| !dying.contains(&class)) {
                    let value = terms.bv(1, 0);
                    put(terms, *result, value);
                }
            }
            Operation::ReadSize { object, result } => {
                let class = regions.class(*object);
                if let Some(Some(Some(size))) = class.map(|class| sizes.get(&class).copied()) {
                    put(terms, *result, size);
                }
            }
            _ => {}
        }
        for (symbol, _) in node.edges.iter().flat_map(|edge| &edge.moves) {
            let known = regions.symbols.get(symbol).copied().flatten();
            if let Some(offset) = known.and_then(Affine::as_constant)
                && terms.sort(*symbol).width().is_some_and(|width| width == 64 || width == 32)
            {
                let width = bits(terms, *symbol);
                let value = terms.bv_value(klew_term::BitVecValue::from_i64(width, offset));
                put(terms, *symbol, value);
            }
        }
    }
    if !known.is_empty() {
        graph.substitute(terms, &known);
    }
}

/// The fields that are read at all, for the explanation of states.
pub fn names(heap: &Heap) -> BTreeMap<FieldId, String> {
    (0..heap.fields.len() as u32)
        .map(|index| (FieldId(index), heap.fields[index as usize].name.clone()))
        .collect()
}
