//! Decoded instructions.
//!
//! Invariant: an [`Op`] is `Copy` and at most 32 bytes; whatever does not fit is in a table of its [`Code`].

use std::cell::Cell;
use std::rc::Rc;

use klew_ir::{
    Access, BinaryOperation, BlockId, CheckId, Comparison, Conversion, ElementRelation,
    FloatComparison, FloatFormat, FunctionId, InputOrigin, ObjectKind, OverflowOperation, Position,
    Property, SourceTypeId, Type, UnaryOperation, VariableId,
};
use klew_memory::Value;

use crate::point::PointKind;

/// A register of a frame.
pub type Slot = u32;

/// Where an operand is: a register, or a constant of the function's pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source(u32);

const CONSTANT: u32 = 1 << 31;

impl Source {
    /// That register.
    pub fn register(slot: Slot) -> Source {
        Source(slot)
    }

    /// That constant.
    pub fn constant(index: u32) -> Source {
        Source(index | CONSTANT)
    }

    /// The register, if it is one.
    pub fn slot(self) -> Option<Slot> {
        (self.0 & CONSTANT == 0).then_some(self.0)
    }

    /// What it holds.
    #[inline(always)]
    pub fn read(self, registers: &[Value], constants: &[Value]) -> Value {
        if self.0 & CONSTANT == 0 {
            registers[self.0 as usize]
        } else {
            constants[(self.0 & !CONSTANT) as usize]
        }
    }
}

/// No entry of a table.
pub const NONE: u32 = u32::MAX;

/// An instruction or a terminator. Fields named like a table of [`Code`] are indices of it.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // As in `klew_ir::Operation` and `klew_ir::Terminator`.
pub enum Op {
    Binary {
        operation: BinaryOperation,
        width: u32,
        result: Slot,
        left: Source,
        right: Source,
    },
    FloatBinary {
        operation: BinaryOperation,
        format: FloatFormat,
        result: Slot,
        left: Source,
        right: Source,
    },
    Unary {
        operation: UnaryOperation,
        value_type: Type,
        result: Slot,
        operand: Source,
    },
    FusedMultiplyAdd {
        format: FloatFormat,
        result: Slot,
        a: Source,
        b: Source,
        c: Source,
    },
    Compare {
        comparison: Comparison,
        width: u32,
        result: Slot,
        left: Source,
        right: Source,
    },
    ComparePointers {
        comparison: Comparison,
        result: Slot,
        left: Source,
        right: Source,
    },
    CompareFloat {
        comparison: FloatComparison,
        format: FloatFormat,
        result: Slot,
        left: Source,
        right: Source,
    },
    Overflows {
        operation: OverflowOperation,
        width: u32,
        result: Slot,
        left: Source,
        right: Source,
    },
    Asks {
        result: Slot,
        property: Property,
    },
    IsKnown {
        result: Slot,
        value_type: Type,
        operand: Source,
    },
    Convert {
        conversion: Conversion,
        from: Type,
        to: Type,
        result: Slot,
        operand: Source,
    },
    /// The number of a pointer, of which only these bits are looked at.
    AddressBits {
        mask: u32,
        to: Type,
        result: Slot,
        operand: Source,
    },
    Select {
        value_type: Type,
        result: Slot,
        condition: Source,
        then: Source,
        otherwise: Source,
    },
    Offset {
        result: Slot,
        pointer: Source,
        by: Source,
    },
    Allocate {
        result: Slot,
        size: Source,
        allocations: u32,
    },
    Free {
        pointer: Source,
    },
    ScopeStart {
        pointer: Source,
    },
    ScopeEnd {
        pointer: Source,
    },
    StackMark {
        result: Slot,
    },
    StackRelease {
        mark: Source,
    },
    /// With the `Check::Accessible` before it, if `checks` is not [`NONE`].
    Load {
        value_type: Type,
        result: Slot,
        pointer: Source,
        checks: u32,
    },
    /// With the `Check::Accessible` before it, if `checks` is not [`NONE`].
    Store {
        value_type: Type,
        pointer: Source,
        value: Source,
        checks: u32,
    },
    Copy {
        destination: Source,
        source: Source,
        size: Source,
    },
    Fill {
        destination: Source,
        byte: Source,
        size: Source,
    },
    ObjectSize {
        result: Slot,
        pointer: Source,
    },
    TextEnd {
        result: Slot,
        pointer: Source,
    },
    Call {
        calls: u32,
    },
    Input {
        value_type: Type,
        result: Slot,
        inputs: u32,
    },
    /// `taken` of `size` bytes; these are the same where all are taken.
    InputBytes {
        pointer: Source,
        size: Source,
        taken: Source,
        inputs: u32,
    },
    Assume {
        condition: Source,
    },
    AssumeEach {
        relation: ElementRelation,
        elements: Source,
        others: Source,
        number: Source,
        count: Source,
    },
    Holds {
        condition: Source,
        checks: u32,
    },
    Accessible {
        pointer: Source,
        size: Source,
        access: Access,
        checks: u32,
    },
    Freeable {
        pointer: Source,
        checks: u32,
    },
    /// `calls` is the call it stands before, or [`NONE`].
    Callable {
        pointer: Source,
        calls: u32,
        checks: u32,
    },
    Initialised {
        value_type: Type,
        value: Source,
        checks: u32,
    },
    Bind {
        variable: VariableId,
        value_type: Type,
        value: Source,
    },
    Jump {
        edges: u32,
    },
    Branch {
        condition: Source,
        then: u32,
        otherwise: u32,
    },
    Switch {
        value: Source,
        width: u32,
        switches: u32,
    },
    Return {
        returns: u32,
    },
    Exit,
    Abort,
    Unreachable,
    /// A block begins where paths meet; only in code for runs that have a listener for that.
    Point {
        block: u32,
        kind: PointKind,
    },
    /// Ends the path as unsupported; `texts` says what.
    Unsupported {
        texts: u32,
    },
    /// Ends the path at a bound on inputs; `texts` says which. `beyond` is the edge along which it would go on, if there is one.
    Bound {
        texts: u32,
        beyond: u32,
    },
}

const _: () = assert!(size_of::<Op>() <= 32);

/// A way from a block to another.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Index in `ops` of its first instruction.
    pub target: u32,
    /// The block.
    pub block: u32,
    /// The moves into the block's parameters, in `moves`, to be made one after the other.
    pub moves: (u32, u32),
}

/// A switch.
#[derive(Clone, Debug)]
pub struct SwitchTable {
    /// Sorted by value. Cases that lead to the same edge have the same index.
    pub cases: Box<[(u64, u32)]>,
    /// For every other value.
    pub default: u32,
    /// The edges of the cases, each once, in order; with the default's last.
    pub targets: Box<[u32]>,
}

impl SwitchTable {
    /// The edge for a value.
    pub fn edge(&self, value: u64) -> u32 {
        match self.cases.binary_search_by_key(&value, |&(case, _)| case) {
            Ok(index) => self.cases[index].1,
            Err(_) => self.default,
        }
    }
}

/// What is called.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// That function.
    Function(FunctionId),
    /// The function at that address.
    Pointer(Source),
}

/// A call.
#[derive(Clone, Debug)]
pub struct CallSite {
    /// What is called.
    pub target: Target,
    /// The arguments.
    pub arguments: Box<[(Source, Type)]>,
    /// Where the results go.
    pub results: Box<[(Slot, Type)]>,
}

/// An assertion.
#[derive(Clone, Debug)]
pub struct CheckSite {
    /// Which check of the program.
    pub id: CheckId,
    /// What is violated.
    pub property: Property,
    /// Whether that is asked about.
    pub selected: bool,
    /// What the check says of itself.
    pub message: Option<String>,
    /// The class of the exception that escapes, if it says that.
    pub exception: Option<SourceTypeId>,
    /// Where it stands.
    pub position: Position,
}

/// An input.
#[derive(Clone, Debug)]
pub struct InputSite {
    /// What it is called.
    pub name: Rc<str>,
    /// Why it is asked for.
    pub origin: InputOrigin,
    /// The type of a pointer.
    pub source_type: Option<SourceTypeId>,
}

/// An allocation.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct AllocationSite {
    pub kind: ObjectKind,
    pub align: u64,
    pub zeroed: bool,
    pub variable: Option<VariableId>,
    pub source_type: Option<SourceTypeId>,
}

/// How much was covered when a distance was measured, and the distance, if there is one.
pub type Measured = (u64, Option<u32>);

/// A decoded function.
#[derive(Debug, Default)]
#[allow(missing_docs)]
pub struct Code {
    pub ops: Vec<Op>,
    /// Of each op.
    pub positions: Vec<Position>,
    /// Index in `ops` of each block's first instruction.
    pub block_starts: Vec<u32>,
    /// Blocks that may come after each block.
    pub successors: Vec<Vec<u32>>,
    pub constants: Vec<Value>,
    pub edges: Vec<Edge>,
    pub moves: Vec<(Slot, Source)>,
    pub switches: Vec<SwitchTable>,
    pub calls: Vec<CallSite>,
    pub checks: Vec<CheckSite>,
    pub allocations: Vec<AllocationSite>,
    pub returns: Vec<Box<[Source]>>,
    pub texts: Vec<String>,
    /// The inputs that it asks for.
    pub inputs: Vec<InputSite>,
    /// Where the arguments go.
    pub parameters: Vec<(Slot, Type)>,
    /// Registers of a frame.
    pub slots: u32,
    /// The register of each value of the function; `NONE` where nothing needs it.
    pub registers: Vec<Slot>,
    /// Of each op, which instruction of its block it was made of; of terminators, how many there are.
    pub origins: Vec<u32>,
    /// Whether parts of its stack are given back before it returns.
    pub releases_stack: bool,
    /// Whether each block was entered.
    pub covered: Vec<Cell<bool>>,
    /// Whether each edge was taken.
    pub taken: Vec<Cell<bool>>,
    /// Whether it is a model of a library.
    pub is_library: bool,
    /// The number of the function's entry; those of its edges follow ([`crate::edges`]).
    pub first_edge: u32,
    /// Of the entry and each edge, whether a path that was told took it; all where nobody asks.
    pub told: Vec<Cell<bool>>,
    /// Whether there is something to write down when an edge is taken: it was not taken yet, or no path that took it was told.
    pub news: Vec<Cell<bool>>,
    /// Of each block, how many come before it in the order of loops; empty where no searcher asks.
    pub order: Vec<u32>,
    /// What each block counts in the coverage.
    pub weights: Vec<u64>,
    /// By block: blocks from there to one that was never entered, and when that was found.
    pub distances: Vec<Cell<Option<Measured>>>,
}

impl Code {
    /// Whether the number is that of its entry or of one of its edges.
    pub fn numbers(&self, edge: u32) -> bool {
        !self.is_library
            && edge.checked_sub(self.first_edge).is_some_and(|at| (at as usize) < self.told.len())
    }

    /// An edge was taken or told, or not any more: whether there is something to write down.
    pub fn note_news(&self, edge: u32) {
        let edge = edge as usize;
        self.news[edge].set(!self.taken[edge].get() || !self.told[edge + 1].get());
    }

    /// The block of an op.
    pub fn block_of(&self, op: u32) -> BlockId {
        let after = self.block_starts.partition_point(|&start| start <= op);
        BlockId(after.saturating_sub(1) as u32)
    }
}
