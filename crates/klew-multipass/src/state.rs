//! A backward path, B = (O, S, Φ, U, E, pc) of paper 002, table I.
//!
//! Registers are places as well: what the part of the path that was executed needs of them is in the frames, as a symbol or an
//! abstract object, until the instruction that defines them is executed. Symbols S are given definitions; what a definition
//! needs of memory waits in `waiting` for the forward pass.
//!
//! **Invariant**: whatever a run does that takes this path, it satisfies all constraints, if symbols are what their
//! definitions say. So unsatisfiable constraints mean that no run takes it.

use std::collections::BTreeMap;
use std::rc::Rc;

use klew_ir::{BlockId, Comparison, FunctionId, InputOrigin, Position, Type, ValueId};
use klew_term::{SymbolId, TermId};
use rustc_hash::FxHashMap;

use crate::abstract_objects::{Address, ObjectId, Objects};
use crate::context::Point;
use crate::history::{History, Value};
use crate::points_to::PointsTo;
use crate::unification::Classes;

/// A function that is under way at the point that the path came to.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function.
    pub function: FunctionId,
    /// What is needed of its registers.
    pub needs: BTreeMap<ValueId, Value>,
    /// How often edges of cycles were taken.
    pub edges: BTreeMap<(BlockId, BlockId, usize), u32>,
    /// The call that entered it, where the path came in through its return.
    pub entered: Option<Point>,
    /// The entry of the history that ends the lives of its stack objects.
    pub left: Option<usize>,
    /// Releases of the stack whose marks are still to come: the marks, and the entries of the history.
    pub releases: Vec<(TermId, usize)>,
}

impl Frame {
    /// Of a function of which nothing is needed yet.
    pub fn new(function: FunctionId) -> Frame {
        Frame {
            function,
            needs: BTreeMap::new(),
            edges: BTreeMap::new(),
            entered: None,
            left: None,
            releases: Vec::new(),
        }
    }
}

/// An input that the path asks for.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its symbol, if its value is needed; of bytes, the symbols by their numbers.
    pub symbols: InputSymbols,
    /// What it is called.
    pub name: Rc<str>,
    /// Why it is asked for.
    pub origin: InputOrigin,
    /// The instruction; none of parameters of the entry.
    pub site: Option<Point>,
    /// The calls around it, the innermost first.
    pub callers: Rc<[Point]>,
}

/// The symbols of an input.
#[derive(Clone, Debug)]
pub enum InputSymbols {
    /// A number; of that type.
    Number(Option<SymbolId>, Type),
    /// So many bytes; those that were needed have names with this beginning.
    Bytes(TermId, Rc<str>),
    /// A pointer: nothing can be said of it.
    Pointer,
}

/// A definition that the forward pass has to find.
#[derive(Clone, Debug)]
pub enum Waiting {
    /// What is read from memory.
    Read(Read),
    /// The result of comparing two pointers.
    Compare(SymbolId, Comparison, Address, Address, usize),
    /// The number of an address.
    Number(SymbolId, Address),
    /// The pointer of a number.
    Pointer(ObjectId, TermId),
    /// Whether so many bytes may be read or written at a time.
    Accessible(SymbolId, Address, TermId, bool, usize),
    /// Whether it may be freed at a time.
    Freeable(SymbolId, Address, usize),
    /// Whether it is a function; that takes such a call, if one follows.
    Callable(SymbolId, Address, Option<Rc<CallTypes>>),
    /// The size of an object.
    Size(SymbolId, Address),
}

/// The types of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallTypes {
    /// Of its arguments.
    pub arguments: Vec<Type>,
    /// Of its results.
    pub results: Vec<Type>,
}

/// Where what is read goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadInto {
    /// A symbol.
    Symbol(SymbolId),
    /// An abstract object.
    Object(ObjectId),
}

/// A read whose value is looked for.
#[derive(Clone, Debug)]
pub struct Read {
    /// What is defined.
    pub into: ReadInto,
    /// The type of the value.
    pub value_type: Type,
    /// Where.
    pub address: Address,
    /// The first entry of the history that was not looked at.
    pub from: usize,
    /// Bytes that are known, where they come from several writes.
    pub bytes: Option<Vec<Option<TermId>>>,
    /// What it is, if a condition holds: of writes at offsets that may be the same.
    pub cases: Vec<(TermId, TermId)>,
}

/// What keeps a definition from being found; it is looked for again once that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// Nothing: it was not looked for yet.
    No,
    /// That object is abstract.
    Object(ObjectId),
    /// One of these objects is abstract.
    Objects(ObjectId, ObjectId),
    /// Nothing will be known of it.
    Never,
    /// A term has symbols without definition.
    Term(TermId),
    /// The part of the history that is there does not say it.
    History(usize),
}

/// A condition that the path's runs satisfy.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    /// With what is known by now put in.
    pub term: TermId,
    /// The length of the history when it was recorded; constraints nearer the target come first.
    pub at: usize,
}

/// A path from a point to the target.
#[derive(Clone, Debug)]
pub struct State {
    /// O.
    pub objects: Objects,
    /// U, closed.
    pub classes: Classes,
    /// Φ of cells; that of registers is in the frames.
    pub points_to: PointsTo,
    /// E.
    pub history: History,
    /// Conditions, those next to the target first.
    pub constraints: Vec<Constraint>,
    /// How many of them were looked at since they were recorded.
    pub noted: usize,
    /// What symbols are.
    pub definitions: FxHashMap<SymbolId, TermId>,
    /// The numbers of objects' addresses.
    pub bases: BTreeMap<ObjectId, TermId>,
    /// Definitions that the forward pass has to find, each with what keeps it from that.
    pub waiting: Vec<(Waiting, Blocked)>,
    /// Inputs that were asked for, the last one first.
    pub inputs: Vec<Input>,
    /// Functions under way, the innermost last.
    pub frames: Vec<Frame>,
    /// pc: where the path came to, in the innermost function.
    pub point: Point,
    /// Entries of recursive functions.
    pub recursions: BTreeMap<FunctionId, u32>,
    /// Edges in cycles and recursive calls that were taken.
    pub turns: u32,
    /// How often the edge that was taken most often was taken.
    pub most_turns: u32,
    /// Statements executed.
    pub steps: u64,
    /// Those since the last forward pass.
    pub since_pass: u64,
    /// Whether pointers were unified since the last forward pass.
    pub unified: bool,
    /// Whether a solver was asked since the last constraint.
    pub asked: bool,
    /// Whether it is the begin of the run.
    pub complete: bool,
    /// Whether it was seen to be infeasible, and only goes on to learn what its constraints say of inputs.
    pub infeasible: bool,
    /// Whether the path passed something that cannot be told: a claim may fail.
    pub inexact: bool,
    /// The place in the source that was executed last.
    pub position: Position,
}

impl State {
    /// At a point, with nothing executed.
    pub fn new(objects: Objects, point: Point) -> State {
        State {
            objects,
            classes: Classes::default(),
            points_to: PointsTo::default(),
            history: History::default(),
            constraints: Vec::new(),
            noted: 0,
            definitions: FxHashMap::default(),
            bases: BTreeMap::new(),
            waiting: Vec::new(),
            inputs: Vec::new(),
            frames: vec![Frame::new(point.function)],
            point,
            recursions: BTreeMap::new(),
            turns: 0,
            most_turns: 0,
            steps: 0,
            since_pass: 0,
            unified: false,
            asked: true,
            complete: false,
            infeasible: false,
            inexact: false,
            position: Position::UNKNOWN,
        }
    }

    /// The innermost function. There is always one.
    pub fn frame(&mut self) -> &mut Frame {
        if self.frames.is_empty() {
            self.frames.push(Frame::new(self.point.function));
        }
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// The path's runs satisfy that.
    pub fn constrain(&mut self, term: TermId) {
        self.constraints.push(Constraint { term, at: self.history.len() });
        self.asked = false;
    }

    /// The forward pass is to find a definition.
    pub fn wait(&mut self, waiting: Waiting) {
        self.waiting.push((waiting, Blocked::No));
    }
}
