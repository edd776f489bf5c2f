//! From operations on memory to operations on fields.
//!
//! First what is the same on all ways is put in for symbols: offsets of pointers in memory that are always the
//! same number, sizes that all objects of a class have, and that nothing of a class dies.

mod accesses;
mod declarations;
mod lowering;
mod overlaid;
mod ranges;
mod substitution;

use std::collections::{BTreeMap, BTreeSet};

use klew_ir::{Program, Property};
use klew_term::{TermId, Terms};

use crate::fields::{FieldId, FieldKind, FieldOperation, Source};
use crate::graph::{Graph, Operation};
use crate::heap::{Heap, globals_by_class};
use crate::inexpressible::Inexpressible;
use crate::numbering::number;
use crate::regions::Regions;
use crate::sizes::settle;
use lowering::{Lowering, Offsets, Told};
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
        plain_types: BTreeMap::new(),
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

impl Lowering<'_> {
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
}

/// The fields that are read at all, for the explanation of states.
pub fn names(heap: &Heap) -> BTreeMap<FieldId, String> {
    (0..heap.fields.len() as u32)
        .map(|index| (FieldId(index), heap.fields[index as usize].name.clone()))
        .collect()
}
