//! Memory as it was at a step of a run, for who wants to draw it: kept whole, as clones cost nothing, and looked into later.

use std::collections::VecDeque;
use std::rc::Rc;

use klew_ir::object_layout::{HEADER_WORD_SIZE, LENGTH_OFFSET, TAG_OFFSET};
use klew_ir::{Position, Program, SourceType, SourceTypeId, Type};
use klew_memory::{Liveness, Memory, ObjectId, ObjectKind, Seen, Value};
use klew_term::{Assignment, Constant, Evaluator, TermId, Terms};

use crate::trace::TraceValue;

/// Snapshots kept: of a long run the last ones, where it goes wrong.
const MOST: usize = 20_000;

/// Snapshots of a run, by the number of steps of its trace that came before.
#[derive(Clone, Debug, Default)]
pub struct Snapshots(VecDeque<(usize, Snapshot)>);

impl Snapshots {
    /// Keeps one; the oldest goes where there are too many.
    pub(crate) fn push(&mut self, step: usize, snapshot: Snapshot) {
        if self.0.len() == MOST {
            self.0.pop_front();
        }
        self.0.push_back((step, snapshot));
    }

    /// Memory right behind the step of that number.
    pub fn at(&self, step: usize) -> Option<&Snapshot> {
        let index = self.0.binary_search_by_key(&step, |(step, _)| *step).ok()?;
        Some(&self.0[index].1)
    }

    /// Memory where the run ended.
    pub fn last(&self) -> Option<&Snapshot> {
        self.0.back().map(|(_, snapshot)| snapshot)
    }
}

/// Memory at a moment of a concrete run.
#[derive(Clone, Debug)]
pub struct Snapshot {
    memory: Memory,
    model: Rc<Assignment>,
}

/// How an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// It lives.
    Alive,
    /// It was freed.
    Freed,
    /// Its scope was left.
    Ended,
}

/// An object at a moment.
#[derive(Clone, Debug)]
pub struct SeenObject {
    /// Its identity on this run.
    pub id: i32,
    /// Where it lives.
    pub kind: ObjectKind,
    /// Its variable, if it is one.
    pub name: Option<String>,
    /// Whether it lives.
    pub life: Life,
    /// Whether it may be written.
    pub writable: bool,
    /// Its declared type; where memory is typed, its class.
    pub source_type: Option<SourceTypeId>,
    /// Bytes.
    pub size: u64,
    /// Where it was allocated.
    pub allocated_at: Position,
}

impl Snapshot {
    /// Of a run's memory, under its model.
    pub(crate) fn new(memory: Memory, model: Option<Rc<Assignment>>) -> Snapshot {
        Snapshot { memory, model: model.unwrap_or_default() }
    }

    /// The objects that there have been so far.
    pub fn ids(&self) -> std::ops::RangeInclusive<i32> {
        1..=i32::try_from(self.memory.object_count()).unwrap_or(i32::MAX)
    }

    /// Whether an object lives and has a name or is the program's own allocation: told fast, as most that there were are dead.
    pub fn may_be_drawn(&self, id: i32) -> bool {
        self.memory.object(ObjectId(id)).is_some_and(|object| {
            object.is_alive() && (object.kind == ObjectKind::Heap || object.name.is_some())
        })
    }

    /// An object; none where nothing of that identity was made.
    pub fn object(&self, program: &Program, terms: &Terms, id: i32) -> Option<SeenObject> {
        let object = self.memory.object(ObjectId(id))?;
        let size = match object.size {
            Value::Int(size) => size,
            Value::Term(size) => self.number(terms, size).unwrap_or(0),
            _ => 0,
        };
        Some(SeenObject {
            id,
            kind: object.kind,
            name: object.name.as_deref().map(str::to_owned),
            life: match object.liveness {
                Liveness::Alive => Life::Alive,
                Liveness::Freed => Life::Freed,
                Liveness::OutOfScope => Life::Ended,
            },
            writable: object.writable,
            source_type: object.source_type.or_else(|| self.class(program, id)),
            size,
            allocated_at: object.allocated_at,
        })
    }

    /// The class that the object's header names, where all objects have such.
    fn class(&self, program: &Program, id: i32) -> Option<SourceTypeId> {
        if !program.data_model.typed_memory {
            return None;
        }
        program.source_types().with_tag(header(&self.memory, ObjectId(id), TAG_OFFSET)?)
    }

    /// How many elements the object's header says that it has.
    pub fn length(&self, id: i32) -> Option<u32> {
        header(&self.memory, ObjectId(id), LENGTH_OFFSET)
    }

    /// What a range of an object holds: runs with their offsets and sizes.
    pub fn view(
        &self,
        (program, terms): (&Program, &Terms),
        id: i32,
        (offset, size): (u64, u64),
    ) -> Vec<(u64, u64, TraceValue)> {
        let runs = self.memory.view(ObjectId(id), offset, size);
        let shown = |(at, size, seen)| (at, size, self.shown((program, terms), seen, size));
        runs.into_iter().map(shown).collect()
    }

    fn shown(&self, (program, terms): (&Program, &Terms), seen: Seen, size: u64) -> TraceValue {
        match seen {
            Seen::Bytes(bytes) => TraceValue::Bits(bytes, Type::Int(8 * size as u32)),
            Seen::Value(Value::Pointer(object, offset)) => {
                pointer(program, &self.memory, object, offset)
            }
            Seen::Value(Value::SymbolicPointer(symbolic)) => {
                let object = self.number(terms, symbolic.object).unwrap_or(0);
                let offset = self.number(terms, symbolic.offset).unwrap_or(0);
                pointer(program, &self.memory, ObjectId::from_bits(object), offset)
            }
            Seen::Value(Value::Term(term)) => self.bits(terms, term, size),
            Seen::Value(Value::Int(bits)) => {
                let mut bytes = bits.to_le_bytes().to_vec();
                bytes.resize(size as usize, 0);
                TraceValue::Bits(bytes, Type::Int(8 * size as u32))
            }
            Seen::Value(Value::Undefined) | Seen::Undefined | Seen::Other => TraceValue::Undefined,
        }
    }

    /// Memory that was never written stays unknown, whatever the model says of it.
    fn bits(&self, terms: &Terms, term: TermId, size: u64) -> TraceValue {
        let is_uninitialised = terms
            .as_symbol(term)
            .is_some_and(|symbol| klew_memory::is_uninitialised_symbol(terms.symbol_name(symbol)));
        if is_uninitialised {
            return TraceValue::Undefined;
        }
        let mut bytes = match Evaluator::new(terms, &self.model).evaluate(term) {
            Ok(Constant::Float(_, bits)) => bits.to_le_bytes().to_vec(),
            Ok(constant) => match constant.as_bitvec() {
                Some(bits) => bits.to_biguint().to_bytes_le(),
                None => return TraceValue::Undefined,
            },
            Err(_) => return TraceValue::Undefined,
        };
        bytes.resize(size as usize, 0);
        TraceValue::Bits(bytes, Type::Int(8 * size as u32))
    }

    fn number(&self, terms: &Terms, term: TermId) -> Option<u64> {
        Evaluator::new(terms, &self.model).evaluate(term).ok()?.as_u64()
    }
}

/// A pointer as traces show it.
pub(crate) fn pointer(
    program: &Program,
    memory: &Memory,
    object: ObjectId,
    offset: u64,
) -> TraceValue {
    let shift = 64 - memory.pointer_bits();
    let offset = ((offset << shift) as i64) >> shift;
    TraceValue::Pointer { object: label(program, memory, object), id: object.0, offset }
}

/// What an object is called in traces: its variable, its class and number, or its number and where it was allocated.
fn label(program: &Program, memory: &Memory, object: ObjectId) -> Option<String> {
    let target = memory.object(object)?;
    Some(match &target.name {
        Some(name) => name.to_string(),
        None => match class_name(program, memory, object) {
            Some(class) => format!("{class}@{}", object.0),
            None if target.kind == ObjectKind::Heap => {
                format!("heap#{} of line {}", object.0, target.allocated_at.line)
            }
            None => format!("object {}", object.0),
        },
    })
}

/// The name of the record that the object's first bytes tell, where all objects have such.
fn class_name<'p>(program: &'p Program, memory: &Memory, object: ObjectId) -> Option<&'p str> {
    if !program.data_model.typed_memory {
        return None;
    }
    let types = program.source_types();
    match types.get(types.with_tag(header(memory, object, TAG_OFFSET)?)?) {
        SourceType::Record { name, .. } => Some(name.as_str()),
        _ => None,
    }
}

fn header(memory: &Memory, object: ObjectId, offset: u64) -> Option<u32> {
    let bytes = memory.read_bytes(object, offset, HEADER_WORD_SIZE)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}
