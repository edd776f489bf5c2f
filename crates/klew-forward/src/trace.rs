//! What happens in a run, step by step, as plain data: the story that a replay tells.
//!
//! **Invariant**: a trace holds the first steps of its run without gaps, and says whether others follow.

use std::rc::Rc;

use klew_engine::ObjectInfo;
use klew_ir::{FunctionId, Position, SourceTypeId, Type};
use klew_memory::Memory;
use klew_term::Assignment;

use crate::calls::{Call, follow};
use crate::meaning::Meaning;
use crate::snapshot::{Snapshot, Snapshots};

/// A value in a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceValue {
    /// An integer or the image of a floating-point number, little-endian, and its type.
    Bits(Vec<u8>, Type),
    /// A pointer: into which object (null: none), and where.
    Pointer {
        /// The object's name, or `heap object 3`; none for null and other numbers.
        object: Option<String>,
        /// The object's identity on this run; 0 for none.
        id: i32,
        /// The byte offset, or the number.
        offset: i64,
        /// What the object stands for, or what lies there, where that is asked for.
        meaning: Option<Meaning>,
    },
    /// Never written.
    Undefined,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// A branch or switch: the value it decides on, and the place it goes to.
    Branch {
        /// The value.
        value: u64,
        /// Where the next block begins.
        to: Position,
    },
    /// A call.
    Call {
        /// Of what.
        function: FunctionId,
        /// The arguments.
        arguments: Vec<TraceValue>,
    },
    /// A return.
    Return {
        /// From what.
        function: FunctionId,
        /// The results.
        values: Vec<TraceValue>,
    },
    /// A variable has a value from here on.
    Assign {
        /// Its name.
        variable: String,
        /// The object that it is, where it lies in memory; else 0.
        id: i32,
        /// Its declared type.
        source_type: Option<SourceTypeId>,
        /// The byte offset in it, for a part of it.
        offset: u64,
        /// The value.
        value: TraceValue,
    },
    /// A nameless object is written; told where memory is kept as well, and of objects of classes.
    Store {
        /// Its identity on this run.
        id: i32,
        /// What an object of a class is called, and the class.
        object: Option<(String, SourceTypeId)>,
        /// The byte offset in it.
        offset: u64,
        /// The value.
        value: TraceValue,
    },
    /// An input is read.
    Input {
        /// What it is called.
        name: String,
        /// The value.
        value: TraceValue,
        /// Whether it is memory of no type, rather than a value.
        is_memory: bool,
    },
    /// An object is made.
    Allocate {
        /// The object.
        object: ObjectInfo,
    },
    /// An object is freed.
    Free {
        /// The object.
        object: ObjectInfo,
    },
}

/// Something that happens, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The function.
    pub function: FunctionId,
    /// The place in it.
    pub position: Position,
    /// How many callers there are.
    pub depth: usize,
    /// What happens.
    pub event: TraceEvent,
}

/// The most steps of a trace.
const MOST_STEPS: usize = 100_000;

/// A trace that is being written.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// What happened.
    pub steps: Vec<TraceStep>,
    /// Whether steps were left out.
    pub truncated: bool,
    /// Memory at the steps, where it is kept.
    pub snapshots: Option<Snapshots>,
    /// Where memory is kept, the calls at the last step, also if that was left out.
    pub calls: Vec<Call>,
}

impl Trace {
    /// One that keeps memory at each step, if so.
    pub fn new(keeps_memory: bool) -> Trace {
        Trace { snapshots: keeps_memory.then(Snapshots::default), ..Trace::default() }
    }

    /// Keeps memory as it is where the run ends.
    pub fn end(&mut self, memory: &Memory, model: Option<&Rc<Assignment>>) {
        if let Some(snapshots) = &mut self.snapshots {
            snapshots.push(usize::MAX, Snapshot::new(memory.clone(), model.cloned()));
        }
    }

    /// Keeps memory as it is behind the last step.
    fn keep(&mut self, memory: &Memory, model: Option<&Rc<Assignment>>) {
        if let Some(snapshots) = &mut self.snapshots {
            let number = self.steps.len();
            snapshots.push(number, Snapshot::new(memory.clone(), model.cloned()));
        }
    }

    /// Whether nothing that happens is written down any more.
    pub fn is_full(&self) -> bool {
        self.truncated && self.snapshots.is_none()
    }

    /// Whether it wants to know of another step; if there is no room for it, remembers that there was one.
    pub fn wants_step(&mut self) -> bool {
        self.truncated |= self.steps.len() >= MOST_STEPS;
        !self.truncated || self.snapshots.is_some()
    }

    /// Takes a step, behind which memory is like that.
    pub fn add(&mut self, step: TraceStep, memory: &Memory, model: Option<&Rc<Assignment>>) {
        if self.snapshots.is_some() {
            follow(&mut self.calls, &step);
        }
        if !self.truncated {
            self.steps.push(step);
            self.keep(memory, model);
        }
    }
}
