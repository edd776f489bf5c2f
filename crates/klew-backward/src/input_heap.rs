//! What a candidate's run reads of objects that were there before it, as an input heap that others can run.

use std::collections::BTreeMap;

use klew_engine::{InputField, InputFieldValue, InputHeap, InputObject, InputRoot};
use klew_ir::object_layout::{LENGTH_OFFSET, is_in_header};
use klew_ir::{Operation, Position, Program, SourceType, SourceTypeId};

use crate::candidate::Candidate;
use crate::concrete::{InitialValue, Input};

/// The input heap of a candidate.
pub fn input_heap(program: &Program, candidate: &Candidate) -> InputHeap {
    let mut builder = Builder { program, candidate, places: BTreeMap::new(), order: Vec::new() };
    let mut heap = InputHeap::default();
    for (number, input) in candidate.inputs.iter().enumerate() {
        let Input::Reference { name, object } = input else { continue };
        let Some((source_type, position)) = declaration(program, name) else { continue };
        let pointee = pointee(program, source_type);
        heap.roots.push(InputRoot {
            name: name.clone(),
            number,
            source_type,
            object: builder.visit(*object, pointee, name),
            position,
        });
    }
    let mut next = 0;
    while next < builder.order.len() {
        let object = builder.object(next);
        heap.objects.push(object);
        next += 1;
    }
    heap
}

/// The declared type of an input reference, and where it is read.
fn declaration(program: &Program, name: &str) -> Option<(SourceTypeId, Position)> {
    program.functions.iter().find_map(|function| {
        let klew_ir::FunctionBody::Defined(definition) = &function.body else { return None };
        definition.blocks.iter().flat_map(|block| &block.instructions).find_map(|instruction| {
            match &instruction.operation {
                Operation::Input { name: own, source_type: Some(id), .. } if own == name => {
                    Some((*id, instruction.position))
                }
                _ => None,
            }
        })
    })
}

fn pointee(program: &Program, pointer: SourceTypeId) -> Option<SourceTypeId> {
    program.source_types().pointee(pointer)
}

fn size_of(program: &Program, id: SourceTypeId) -> Option<u64> {
    program.source_types().size_of(id, program.data_model.pointer_size())
}

struct Builder<'a> {
    program: &'a Program,
    candidate: &'a Candidate,
    places: BTreeMap<i32, usize>,
    /// Number, declared type, path.
    order: Vec<(i32, Option<SourceTypeId>, String)>,
}

impl Builder<'_> {
    fn field_at(&self, id: SourceTypeId, offset: u64) -> (String, Option<SourceTypeId>) {
        let pointer_size = self.program.data_model.pointer_size();
        self.program.source_types().field_at(id, offset, pointer_size)
    }

    fn visit(&mut self, object: i32, declared: Option<SourceTypeId>, path: &str) -> Option<usize> {
        if object >= 0 {
            return None;
        }
        if let Some(&place) = self.places.get(&object) {
            return Some(place);
        }
        let place = self.order.len();
        self.places.insert(object, place);
        let class = self.candidate.heap.tags.get(&object).and_then(|tag| self.with_tag(*tag));
        self.order.push((object, class.or(declared), path.to_owned()));
        Some(place)
    }

    fn with_tag(&self, wanted: u32) -> Option<SourceTypeId> {
        self.program.source_types().with_tag(wanted)
    }

    fn object(&mut self, index: usize) -> InputObject {
        let (number, source_type, path) = self.order[index].clone();
        let source_type = source_type.unwrap_or(SourceTypeId(0));
        let elements: Vec<(i64, InitialValue)> = self
            .candidate
            .heap
            .elements
            .range((number, i64::MIN)..=(number, i64::MAX))
            .map(|((_, offset), value)| (*offset, value.clone()))
            .collect();
        let (class, base, element) = match self.program.source_types().get(source_type) {
            record @ SourceType::Record { elements, size, .. } => {
                (record.is_class(), *size, elements.and_then(|id| size_of(self.program, id)))
            }
            _ => (false, size_of(self.program, source_type).unwrap_or(1), None),
        };
        let length = match (class, element) {
            (true, Some(_)) => elements.iter().find_map(|(offset, value)| match value {
                InitialValue::Bytes(bytes) if *offset == LENGTH_OFFSET as i64 => {
                    Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
                }
                _ => None,
            }),
            (true, None) => None,
            (false, _) => {
                let size = self.candidate.heap.sizes.get(&number).copied().unwrap_or(base);
                let end = elements.iter().map(|(offset, _)| *offset as u64 + 1).max();
                Some((size.max(end.unwrap_or(1)).div_ceil(base.max(1))).max(1))
            }
        };
        let size = match (class, element) {
            (true, Some(bytes)) => base + bytes * length.unwrap_or(0),
            (true, None) => base,
            (false, _) => base * length.unwrap_or(1),
        };
        let mut fields = Vec::new();
        for (offset, value) in elements {
            let Ok(offset) = u64::try_from(offset) else { continue };
            if class && is_in_header(offset) {
                continue;
            }
            let (name, declared) = if class || base == 0 {
                self.field_at(source_type, offset)
            } else {
                let (rest, kind) = self.field_at(source_type, offset % base);
                let dot = if rest.is_empty() || rest.starts_with('[') { "" } else { "." };
                match length {
                    Some(1) => (rest, kind),
                    _ => (format!("[{}]{dot}{rest}", offset / base), kind),
                }
            };
            let value = match value {
                InitialValue::Bytes(bytes) => InputFieldValue::Bits(bytes),
                InitialValue::Reference(to) => {
                    let dot = if name.starts_with('[') || name.is_empty() { "" } else { "." };
                    let below = format!("{path}{dot}{name}");
                    let target = declared.and_then(|id| pointee(self.program, id));
                    InputFieldValue::Reference(self.visit(to, target, &below))
                }
            };
            fields.push(InputField { name, offset, source_type: declared, value });
        }
        InputObject { path, source_type, length, size, fields }
    }
}
