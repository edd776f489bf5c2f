//! From the input heap of a path and a model to the input heap of a run, and back into memory for a replay.

use std::rc::Rc;

use klew_engine::{InputField, InputFieldValue, InputHeap, InputObject, InputRoot};
use klew_ir::object_layout::{HEADER_WORD, LENGTH_OFFSET, TAG_OFFSET};
use klew_ir::{InputObjects, Program, SourceType, SourceTypeId, Type};
use klew_memory::{
    AllocationRequest, Memory, ObjectId, ObjectKind, RebuiltHeap, RebuiltValue, Value,
};
use klew_term::{Assignment, Constant, TermId, Terms};

use crate::decide::Feasibility;
use crate::machine::{Machine, Step};
use crate::state::State;

/// Lengths that a finding's input is tried with first.
const SMALL_LENGTHS: [u64; 4] = [1, 4, 16, 256];

impl Machine<'_> {
    /// The input heap of the run that a model stands for.
    pub fn heap_of(&self, state: &State, model: &Rc<Assignment>) -> Step<InputHeap> {
        if state.roots.is_empty() {
            return Ok(InputHeap::default());
        }
        let mut evaluate = |term: TermId| self.evaluate(model, term).ok();
        let rebuilt = state.memory.rebuild(self.terms, &mut evaluate).and_then(|mut heap| {
            state.memory.rebuild_lengths(&mut heap, &mut evaluate)?;
            Some(heap)
        });
        let Some(rebuilt) = rebuilt else {
            return Err(self.unsupported(state, "an input heap that cannot be rebuilt"));
        };
        Ok(arrange(state, &rebuilt))
    }

    /// A model with arrays as short and as few objects as may be, where `extra` holds as well.
    pub fn with_small_inputs(
        &mut self,
        state: &State,
        extra: TermId,
        model: Rc<Assignment>,
    ) -> Step<Rc<Assignment>> {
        let model = self.with_short_arrays(state, extra, model)?;
        let everything = {
            let mut all = state.path.to_vec();
            all.push(extra);
            all
        };
        let mut small = model;
        for reference in state.memory.unused_references() {
            let Some(symbol) = self.terms.as_symbol(reference) else { continue };
            if self.evaluate_u64(&small, reference)? == 0 {
                continue;
            }
            let mut smaller = (*small).clone();
            smaller.set(symbol, Constant::bv(32, 0));
            let smaller = Rc::new(smaller);
            let mut holds = true;
            for &constraint in &everything {
                holds = holds && self.holds(&smaller, constraint)?;
            }
            holds = holds && state.memory.broken_congruences(self.terms, &smaller).is_empty();
            if holds {
                small = smaller;
            }
        }
        Ok(small)
    }

    fn with_short_arrays(
        &mut self,
        state: &State,
        extra: TermId,
        model: Rc<Assignment>,
    ) -> Step<Rc<Assignment>> {
        let lengths = state.memory.input_lengths();
        if lengths.is_empty() {
            return Ok(model);
        }
        for most in SMALL_LENGTHS {
            let mut all = vec![extra];
            for &length in &lengths {
                let width = self.terms.width(length);
                let most = self.terms.bv(width, most);
                let small = self.terms.bv_ule(length, most);
                all.push(small);
            }
            let all = self.terms.and_all(&all);
            if self.holds(&model, all)? {
                return Ok(model);
            }
            if let Feasibility::Feasible(small) = self.feasible_untold(state, all) {
                return Ok(small);
            }
        }
        Ok(model)
    }
}

/// The objects that roots lead to, in the order of a walk.
fn arrange(state: &State, rebuilt: &RebuiltHeap) -> InputHeap {
    let mut places: Vec<Option<usize>> = vec![None; rebuilt.objects.len()];
    let mut order: Vec<(usize, String)> = Vec::new();
    let mut visit = |object: Option<usize>, path: &dyn Fn() -> String, order: &mut Vec<_>| {
        let object = object?;
        Some(*places[object].get_or_insert_with(|| {
            order.push((object, path()));
            order.len() - 1
        }))
    };
    let mut heap = InputHeap::default();
    for root in state.roots.to_vec() {
        let object = rebuilt.object_of(root.reference);
        let name = root.name.to_string();
        heap.roots.push(InputRoot {
            object: visit(object, &|| name.clone(), &mut order),
            name: name.clone(),
            number: root.number,
            source_type: root.source_type,
            position: root.position,
        });
    }
    let mut next = 0;
    while let Some((index, path)) = order.get(next).cloned() {
        next += 1;
        let object = &rebuilt.objects[index];
        let mut fields = Vec::new();
        for field in &object.fields {
            let value = match &field.value {
                RebuiltValue::Bits(bytes) => InputFieldValue::Bits(bytes.clone()),
                RebuiltValue::Reference(to) => {
                    let below = || match field.name.starts_with('[') || field.name.is_empty() {
                        true => format!("{path}{}", field.name),
                        false => format!("{path}.{}", field.name),
                    };
                    InputFieldValue::Reference(visit(*to, &below, &mut order))
                }
            };
            fields.push(InputField {
                name: field.name.clone(),
                offset: field.offset,
                source_type: field.source_type,
                value,
            });
        }
        heap.objects.push(InputObject {
            path,
            source_type: object.source_type,
            length: object.length,
            size: object.size,
            fields,
        });
    }
    heap
}

/// The tag of a class's objects, and whether they are arrays.
fn tag_of(program: &Program, id: SourceTypeId) -> Option<(Option<u32>, bool)> {
    match program.source_types().get(id) {
        class @ SourceType::Record { tag, elements, .. } if class.is_class() => {
            Some((*tag, elements.is_some()))
        }
        _ => None,
    }
}

/// Whether objects may be so: none is null where no object of its class is. A field whose type no input has a class of is always null.
pub fn may_be(program: &Program, heap: &InputHeap) -> bool {
    heap.objects.iter().all(|object| {
        let SourceType::Record { fields, .. } = program.source_types().get(object.source_type)
        else {
            return true;
        };
        let is_null = |offset: u64| {
            let has = |field: &&InputField| field.offset == offset;
            let field = object.fields.iter().find(has).map(|field| &field.value);
            matches!(field, Some(InputFieldValue::Reference(None)))
        };
        fields
            .iter()
            .filter(|field| field.never_null)
            .all(|field| !is_null(field.bit_offset / 8) || !has_class(program, field.source_type))
    })
}

/// Whether objects among the inputs may be of a class at or below what a type points to.
fn has_class(program: &Program, pointer: SourceTypeId) -> bool {
    let types = program.source_types();
    let Some(pointee) = types.pointee(pointer) else { return false };
    (0..).map(SourceTypeId).zip(&program.types).any(|(id, known)| {
        matches!(known, SourceType::Record { tag: Some(_), inputs, .. } if *inputs != InputObjects::None)
            && types.is_below(id, pointee)
    })
}

/// Puts the objects of a finding's input heap into memory.
pub fn restore(
    program: &Program,
    terms: &mut Terms,
    memory: &mut Memory,
    heap: &InputHeap,
) -> Vec<ObjectId> {
    let mut objects = Vec::new();
    for object in &heap.objects {
        let mut request = AllocationRequest::new(ObjectKind::Input, Value::Int(object.size.max(1)));
        request.align = 16;
        request.zeroed = true;
        request.name = Some(Rc::from(object.path.as_str()));
        request.source_type = Some(object.source_type);
        objects.push(memory.allocate(request).unwrap_or(ObjectId::NULL));
    }
    for (object, &id) in heap.objects.iter().zip(&objects) {
        if let Some((tag, elements)) = tag_of(program, object.source_type) {
            let tag = Value::Int(u64::from(tag.unwrap_or(0)));
            memory.store(terms, id, TAG_OFFSET, HEADER_WORD, tag);
            if let (true, Some(length)) = (elements, object.length) {
                memory.store(terms, id, LENGTH_OFFSET, HEADER_WORD, Value::Int(length));
            }
        }
        for field in &object.fields {
            match &field.value {
                InputFieldValue::Bits(bytes) => {
                    memory.write_bytes(terms, id, field.offset, bytes);
                }
                InputFieldValue::Reference(to) => {
                    let to = to.and_then(|to| objects.get(to).copied());
                    let value = Value::Pointer(to.unwrap_or(ObjectId::NULL), 0);
                    memory.store(terms, id, field.offset, Type::Pointer, value);
                }
            }
        }
    }
    objects
}
