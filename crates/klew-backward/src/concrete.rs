//! A run of the graph with concrete inputs: which way it takes, and what it asks for on it.
//!
//! A model of an entry condition says what the inputs are; which of them a run reads, and in which order, is
//! found by taking the way. It also shows that the model is one: the way must end at a target.

use std::collections::BTreeMap;

use klew_ir::Program;
use klew_term::{Assignment, BitVecValue, Constant, Evaluator, Sort, TermId, Terms};

use crate::fields::{FieldId, FieldKind, FieldOperation, Source};
use crate::graph::{EndId, Graph, NodeId, Operation};
use crate::heap::Heap;
use crate::regions::ClassId;

/// An input of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The memory image of a scalar.
    Scalar {
        /// Its name.
        name: String,
        /// The image.
        image: BitVecValue,
    },
    /// Bytes.
    Bytes {
        /// Their name.
        name: String,
        /// The bytes.
        bytes: Vec<u8>,
    },
    /// A reference.
    Reference {
        /// Its name.
        name: String,
        /// 0 or negative.
        object: i32,
    },
}

/// What an element of the heap held before a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InitialValue {
    /// A memory image, little-endian.
    Bytes(Vec<u8>),
    /// The start of an input object (negative), or null (0), or something else that no input heap holds (positive).
    Reference(i32),
}

/// What a run reads of objects that were there before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InitialHeap {
    /// By object and byte offset.
    pub elements: BTreeMap<(i32, i64), InitialValue>,
    /// The tags of objects' classes, where there are classes.
    pub tags: BTreeMap<i32, u32>,
    /// The sizes that the run asks for.
    pub sizes: BTreeMap<i32, u64>,
}

/// A way through the graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// Where it ends; none if it ends without any.
    pub end: Option<EndId>,
    /// What it asks for.
    pub inputs: Vec<Input>,
    /// What it reads of objects that were there before.
    pub heap: InitialHeap,
}

/// Takes the way of a model.
pub fn run(
    (program, graph, heap): (&Program, &Graph, &Heap),
    terms: &mut Terms,
    model: &Assignment,
) -> Run {
    let mut runner = Runner {
        program,
        graph,
        heap,
        terms,
        values: model.clone(),
        done: Vec::new(),
        inputs: Vec::new(),
        found: InitialHeap::default(),
        numbers: BTreeMap::new(),
    };
    let mut at = Some(NodeId(0));
    let mut end = None;
    while let Some(id) = at {
        let node = graph.node(id);
        if let Operation::End(found) = node.operation {
            end = Some(found);
            break;
        }
        runner.operation(id);
        let taken = node.edges.iter().find(|edge| runner.holds(edge.condition));
        at = taken.map(|edge| edge.to);
        if let Some(edge) = taken {
            let values: Vec<(TermId, Option<Constant>)> =
                edge.moves.iter().map(|(symbol, value)| (*symbol, runner.value(*value))).collect();
            for (symbol, value) in values {
                runner.set(symbol, value);
            }
        }
    }
    Run { end, inputs: runner.inputs, heap: runner.found }
}

struct Runner<'a> {
    program: &'a Program,
    graph: &'a Graph,
    heap: &'a Heap,
    terms: &'a mut Terms,
    values: Assignment,
    /// Operations that were executed, on constants.
    done: Vec<FieldOperation>,
    inputs: Vec<Input>,
    found: InitialHeap,
    /// Numbers of input objects: those of different classes are different objects, though a model may give them
    /// the same number.
    numbers: BTreeMap<(Option<ClassId>, i32), i32>,
}

impl Runner<'_> {
    /// The number of an input object, unique among all classes.
    fn numbered(&mut self, class: Option<ClassId>, number: i32) -> i32 {
        if number >= 0 {
            return number;
        }
        let next = -1 - self.numbers.len() as i32;
        // Where memory is typed, values of several types lie in one object.
        let class = class.map(ClassId::region);
        *self.numbers.entry((class, number)).or_insert(next)
    }

    fn value(&self, term: TermId) -> Option<Constant> {
        Evaluator::new(self.terms, &self.values).evaluate(term).ok()
    }

    fn holds(&self, condition: TermId) -> bool {
        matches!(self.value(condition), Some(Constant::Bool(true)))
    }

    fn set(&mut self, symbol: TermId, value: Option<Constant>) {
        if let (Some(symbol), Some(value)) = (self.terms.as_symbol(symbol), value) {
            self.values.set(symbol, value);
        }
    }

    /// A term as a constant.
    fn fixed(&mut self, term: TermId) -> TermId {
        match self.value(term) {
            Some(Constant::Array(_)) | None => term,
            Some(value) => self.terms.constant(&value),
        }
    }

    fn operation(&mut self, id: NodeId) {
        match &self.graph.node(id).operation {
            Operation::Input { name, image } => {
                if let Some(image) = self.value(*image).and_then(|v| v.as_bitvec().cloned()) {
                    self.inputs.push(Input::Scalar { name: name.clone(), image });
                }
            }
            Operation::InputBytes { name, bytes, size, .. } => {
                let size = self.value(*size).and_then(|size| size.as_u64()).unwrap_or(u64::MAX);
                let byte = |term: &TermId| {
                    self.value(*term).and_then(|value| value.as_u64()).unwrap_or(0) as u8
                };
                let asked = usize::try_from(size).unwrap_or(usize::MAX);
                let bytes = bytes.iter().take(asked).map(byte).collect();
                self.inputs.push(Input::Bytes { name: name.clone(), bytes });
            }
            Operation::InputReference { name, object, .. } => {
                let number = self.value(*object).and_then(|value| value.as_u64()).unwrap_or(0);
                let number = number as u32 as i32;
                let class = self.heap.input_classes.get(object).copied();
                if let Some(class) = class {
                    self.tag(class, number);
                }
                let object = self.numbered(class, number);
                let input = Input::Reference { name: name.clone(), object };
                self.inputs.push(input);
            }
            _ => {}
        }
        let heap = self.heap;
        for operation in &heap.operations[id.0 as usize] {
            self.field_operation(operation);
        }
    }

    fn field_operation(&mut self, operation: &FieldOperation) {
        match operation {
            FieldOperation::Define { symbol, term } => {
                let value = self.value(*term);
                self.set(*symbol, value);
            }
            FieldOperation::Read { field, index, result } => {
                let index = self.fixed(*index);
                let value = self.element(*field, index);
                self.set(*result, value);
            }
            FieldOperation::Write { field, index, value } => {
                let (index, value) = (self.fixed(*index), self.fixed(*value));
                self.done.push(FieldOperation::Write { field: *field, index, value });
            }
            FieldOperation::Range { class, object, start, source } => {
                let object = self.fixed(*object);
                let start = start.map(|(from, size)| (self.fixed(from), self.fixed(size)));
                let source = match source {
                    Source::Byte(byte) => Source::Byte(self.fixed(*byte)),
                    Source::Copy { object, start, shift } => Source::Copy {
                        object: self.fixed(*object),
                        start: self.fixed(*start),
                        shift: *shift,
                    },
                    Source::Undefined => Source::Undefined,
                };
                self.done.push(FieldOperation::Range { class: *class, object, start, source });
            }
        }
    }

    /// An element of a field now: through the operations that were executed, the last one first.
    fn element(&mut self, field: FieldId, index: TermId) -> Option<Constant> {
        let (mut field, mut index) = (field, index);
        let done = std::mem::take(&mut self.done);
        let mut found = None;
        for operation in done.iter().rev() {
            let mut asked: Vec<(FieldId, TermId, TermId)> = Vec::new();
            let heap = self.heap;
            let mut before = |terms: &mut Terms, field: FieldId, index: TermId| {
                let sort = heap.element_sort(terms, field);
                let symbol = terms.symbol("before", sort);
                asked.push((field, index, symbol));
                symbol
            };
            let after = heap.after(self.terms, operation, (field, index), &mut before);
            let Some(term) = after else { continue };
            match asked.iter().find(|(_, _, symbol)| *symbol == term) {
                Some((next_field, next_index, _)) => {
                    field = *next_field;
                    index = self.fixed(*next_index);
                }
                None => {
                    // A constant, or something undefined.
                    found = self.value(term);
                    break;
                }
            }
        }
        self.done = done;
        if found.is_some() {
            return found;
        }
        let array = self.heap.field(field).array;
        let held = self.terms.select(array, index);
        let held = self.value(held);
        let held = self.admissible(field, index, held);
        self.note(field, index, held.as_ref());
        held
    }

    /// What an element holds before the run. A model may say nothing of it, if the target is reached whatever it is;
    /// then it is something that may lie there.
    fn admissible(
        &mut self,
        field: FieldId,
        index: TermId,
        held: Option<Constant>,
    ) -> Option<Constant> {
        let sort = self.heap.element_sort(self.terms, field);
        let Sort::BitVec(width) = sort else { return held };
        let class = self.heap.field(field).class.region();
        let sizes = self.heap.input_sizes(self.program, class);
        let others = [0, 1]
            .into_iter()
            .chain(sizes)
            .map(|number| Constant::BitVec(BitVecValue::new(width, number)));
        for value in held.clone().into_iter().chain(others) {
            let term = self.terms.constant(&value);
            let place = (field, index, term);
            let fact = self.heap.initial_fact(self.terms, self.program, self.graph, place, None);
            if self.holds(fact) {
                return Some(value);
            }
        }
        held
    }

    /// Notes what an input object holds.
    fn note(&mut self, field: FieldId, index: TermId, held: Option<&Constant>) {
        let object = self.heap.object_of(self.terms, field, index);
        let offset = self.heap.offset_of(self.terms, field, index);
        let number = self.value(object).and_then(|v| v.as_u64()).unwrap_or(0) as u32 as i32;
        let offset = self.value(offset).and_then(|v| v.as_bitvec().and_then(BitVecValue::to_i64));
        let (Some(offset), Some(held)) = (offset, held) else { return };
        if number >= 0 {
            return;
        }
        let number = self.numbered(Some(self.heap.field(field).class), number);
        let value = match self.heap.field(field).kind {
            FieldKind::Object(_) => {
                let to = held.as_u64().unwrap_or(0) as u32 as i32;
                let class = self.heap.pointees.get(&field).copied();
                if let Some(class) = class {
                    self.tag(class, to);
                }
                InitialValue::Reference(self.numbered(class, to))
            }
            FieldKind::Scalar(_, value_type) => {
                let bits = match held {
                    Constant::Float(_, bits) => bits.to_le_bytes().to_vec(),
                    other => match other.as_bitvec() {
                        Some(bits) => bits.to_biguint().to_bytes_le(),
                        None => return,
                    },
                };
                let mut bytes = bits;
                bytes.resize(value_type.store_size(self.heap.pointer_bits) as usize, 0);
                InitialValue::Bytes(bytes)
            }
            FieldKind::Size => {
                self.found.sizes.insert(number, held.as_u64().unwrap_or(0));
                return;
            }
            FieldKind::Offset(_) | FieldKind::Written(_) | FieldKind::Dead => return,
        };
        self.found.elements.insert((number, offset), value);
    }

    /// Notes the class of an input object.
    fn tag(&mut self, class: ClassId, object: i32) {
        let Some(&field) = self.heap.tags.get(&class) else { return };
        let number = self.numbered(Some(class), object);
        if object >= 0 || self.found.tags.contains_key(&number) {
            return;
        }
        let index = self.terms.bv(crate::graph::numbers::BITS, u64::from(object as u32));
        let array = self.heap.field(field).array;
        let held = self.terms.select(array, index);
        if let Some(tag) = self.value(held).and_then(|value| value.as_u64()) {
            self.found.tags.insert(number, tag as u32);
        }
    }
}
