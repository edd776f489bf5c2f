//! Memory as it was at a step of a run, for who wants to draw it: kept whole, as clones cost nothing, and looked into later.

use std::collections::VecDeque;
use std::rc::Rc;

use klew_ir::object_layout::{HEADER_WORD_SIZE, LENGTH_OFFSET, TAG_OFFSET};
use klew_ir::{Position, Program, SourceType, SourceTypeId};
use klew_memory::{Liveness, Memory, ObjectId, ObjectKind, Value};
use klew_term::{Assignment, Evaluator, TermId, Terms};

use crate::meaning::{Look, Meaning, Texts};
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
        class_of(program, &self.memory, ObjectId(id))
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
        self.look(program, terms).view(ObjectId(id), offset, size)
    }

    /// What the object of that identity, or what lies there in it, stands for.
    pub fn meaning(
        &self,
        (program, terms): (&Program, &Terms),
        id: i32,
        offset: i64,
    ) -> Option<Meaning> {
        self.look(program, terms).meaning(ObjectId(id), offset, Texts::Constant)
    }

    fn look<'s>(&'s self, program: &'s Program, terms: &'s Terms) -> Look<'s> {
        Look { program, terms, memory: &self.memory, model: &self.model }
    }

    fn number(&self, terms: &Terms, term: TermId) -> Option<u64> {
        Evaluator::new(terms, &self.model).evaluate(term).ok()?.as_u64()
    }
}

/// What an object is called in traces: its variable, its class and number, or its number and where it was allocated.
pub(crate) fn label(program: &Program, memory: &Memory, object: ObjectId) -> Option<String> {
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
    match program.source_types().get(class_of(program, memory, object)?) {
        SourceType::Record { name, .. } => Some(name.as_str()),
        _ => None,
    }
}

/// The class that the object's header names, where all objects have such.
pub(crate) fn class_of(
    program: &Program,
    memory: &Memory,
    object: ObjectId,
) -> Option<SourceTypeId> {
    if !program.data_model.typed_memory {
        return None;
    }
    program.source_types().with_tag(header(memory, object, TAG_OFFSET)?)
}

pub(crate) fn header(memory: &Memory, object: ObjectId, offset: u64) -> Option<u32> {
    let bytes = memory.read_bytes(object, offset, HEADER_WORD_SIZE)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}
