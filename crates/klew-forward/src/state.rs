//! One path under exploration.
//!
//! Invariant: `model`, if there is one, satisfies the path condition; symbols that it does not name are 0.
//! Invariant: everything but the model follows from the program and `decisions`.

use std::rc::Rc;

use klew_engine::Decision;
use klew_ir::{BlockId, FunctionId, InputOrigin, Position, SourceTypeId, Type};
use klew_memory::{Memory, ObjectId, Value};
use klew_term::{Assignment, TermId};

use crate::decode::op::{Code, Source};
use crate::edges::Edges;
use crate::folding::recursion::Following;
use crate::folding::segment::Segments;
use crate::folding::turns::Turns;
use crate::list::List;
use crate::path_condition::PathCondition;
use crate::point::Watch;
use crate::telling::Telling;
use crate::trail::Trail;

/// A call of a function.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function.
    pub function: FunctionId,
    /// Its instructions.
    pub code: Rc<Code>,
    /// The function by number; that of a library, together with the call in the program that led to it.
    pub place: u32,
    /// The instruction that is next; in a caller, the call.
    pub next: u32,
    /// Values.
    pub registers: Vec<Value>,
    /// Its stack objects that are in scope, oldest first; all of them where it gives parts of its stack back.
    pub stack_objects: Vec<ObjectId>,
}

impl PartialEq for Frame {
    fn eq(&self, other: &Frame) -> bool {
        self.function == other.function
            && self.next == other.next
            && self.registers == other.registers
            && self.stack_objects == other.stack_objects
    }
}

impl Frame {
    /// What an operand holds.
    #[inline(always)]
    pub fn read(&self, source: Source) -> Value {
        source.read(&self.registers, &self.code.constants)
    }

    /// A stack object comes into scope or goes out of it. Those that went out are dropped, or each turn of a loop would leave its own;
    /// not where the function gives parts of its stack back, which counts them.
    pub fn set_in_scope(&mut self, object: ObjectId, is_in_scope: bool) {
        if self.code.releases_stack {
            return;
        }
        let known = self.stack_objects.iter().rposition(|&known| known == object);
        match known {
            None if is_in_scope => self.stack_objects.push(object),
            Some(at) if !is_in_scope => {
                self.stack_objects.remove(at);
            }
            _ => {}
        }
    }

    /// Where it is in the program.
    pub fn position(&self) -> Position {
        self.code.positions.get(self.next as usize).copied().unwrap_or(Position::UNKNOWN)
    }
}

/// An input that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct InputRecord {
    /// What it is called.
    pub name: Rc<str>,
    /// Its memory image: values of type `Int`, with their widths.
    pub image: Rc<[(Value, u32)]>,
    /// Its type; none for `InputBytes`.
    pub value_type: Option<Type>,
    /// Where.
    pub position: Position,
    /// Why it was asked for.
    pub origin: InputOrigin,
    /// Whether a model of a library asked, for something that the program does not call an input.
    pub modelled: bool,
}

/// An input of pointer type that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct RootRecord {
    /// What it is called.
    pub name: Rc<str>,
    /// Its reference in memory.
    pub reference: u32,
    /// How many inputs were read before it.
    pub number: usize,
    /// The type of the pointer.
    pub source_type: SourceTypeId,
    /// Where.
    pub position: Position,
}

/// The name of a state within a run: newer ones are larger. It says nothing of the path; decisions do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u64);

/// One path under exploration.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name.
    pub id: StateId,
    /// The function that runs.
    pub frame: Frame,
    /// Its callers, the direct one last.
    pub callers: List<Frame>,
    /// Objects.
    pub memory: Memory,
    /// What the inputs satisfy.
    pub path: PathCondition,
    /// Inputs that take this path, if known.
    pub model: Option<Rc<Assignment>>,
    /// How it came here.
    pub decisions: List<Decision>,
    /// How many of the decisions are forks.
    pub depth: u64,
    /// The inputs, in order.
    pub inputs: List<InputRecord>,
    /// The inputs of pointer type, in order.
    pub roots: List<RootRecord>,
    /// Its leaf of the execution tree, if that is written down.
    pub node: usize,
    /// Values that external functions returned.
    pub externals: u32,
    /// Names of external functions of which calls may have changed memory or the results may be read.
    pub external_calls: List<Rc<str>>,
    /// Where the next address is put in the model.
    pub next_address: u64,
    /// Instructions executed on its path, that under way included.
    pub clock: u64,
    /// Of which points that it comes to someone is to be told.
    pub watch: Watch,
    /// Whether it entered a block that no path had entered before.
    pub covered_new: bool,
    /// Edges that it took while no path that was told had.
    pub(crate) fresh: Edges,
    /// What of the program it went through.
    pub(crate) trail: Trail,
    /// How long it takes to tell its decisions, where the search looks at that.
    pub(crate) telling: Telling,
    /// How many bytes of input there are ([`crate::short_inputs`]); 0: any number.
    pub short_input: u32,
    /// Chains of objects that were folded ([`crate::folding`]).
    pub(crate) segments: Segments,
    /// Loops that the path went round, where lists are folded.
    pub(crate) turns: Turns,
    /// The call that it follows so that all like it are known ([`crate::folding::recursion`]).
    pub(crate) following: Option<Following>,
    /// Whether there are pointers of which is not known any more where they point to.
    pub(crate) forgot_pointers: bool,
    /// How often it was postponed since its last decision ([`crate::postponed`]).
    pub tries: u8,
}

impl State {
    /// The decisions that lead to it.
    pub fn decisions(&self) -> Vec<Decision> {
        self.decisions.to_vec()
    }

    /// What its runs satisfy, in the order in which the path came to it.
    pub fn path_condition(&self) -> Vec<TermId> {
        self.path.to_vec()
    }

    /// The function that runs, and the block that it is in.
    pub fn place(&self) -> (FunctionId, BlockId) {
        (self.frame.function, self.frame.code.block_of(self.frame.next))
    }

    /// All frames, the function that runs first.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        std::iter::once(&self.frame).chain(self.callers.iter_backwards())
    }

    /// How many inputs were read.
    pub fn input_count(&self) -> usize {
        self.inputs.len() + self.roots.len()
    }

    /// Whether both are the same point of the same path; how it was reached, its name and the model do not matter.
    pub fn same(&self, other: &State) -> bool {
        self.frame == other.frame
            && self.callers == other.callers
            && self.memory.same(&other.memory)
            && self.path == other.path
            && self.decisions == other.decisions
            && self.depth == other.depth
            && self.inputs == other.inputs
            && self.roots == other.roots
            && self.externals == other.externals
    }
}
